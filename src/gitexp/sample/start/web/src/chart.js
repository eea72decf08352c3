// Draws the harvest of a season.

export function drawHarvest(surface, harvest) {
  for (const [week, baskets] of harvest.entries()) {
    surface.fillRect(week * 12, 100 - baskets, 10, baskets);
  }
}
