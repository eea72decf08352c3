// The basket of one customer.

import prices from "../prices.json" with { type: "json" };

export function total(basket) {
  return basket.reduce((sum, fruit) => sum + prices[fruit], 0);
}
