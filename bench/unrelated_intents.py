"""Sixty tasks for software that have nothing to do with the files asked about: none of them deserves a warning."""

from __future__ import annotations

INTENTS = tuple(
    """\
Add a dark mode to the settings page
Show the delivery date in the order confirmation
Let customers upload a profile picture
Translate the checkout into Portuguese
Export the monthly invoices as a spreadsheet
Send a birthday greeting to loyal customers
Show the weather forecast beside the calendar
Let teachers grade homework from a phone
Add a map of nearby petrol stations
Charge a fee for late library books
Show bus departures on the kiosk screen
Print shipping labels on the thermal printer
Remind patients of their dentist appointment
Recommend recipes from what the fridge holds
Compare mortgage offers of three banks
Count the calories of a meal from a photo
Let visitors book a guided tour of the museum
Show a leaderboard after each chess game
Add a coupon field to the shopping cart
Colour the stock chart green and red
Let the robot vacuum skip the nursery
Play a sound when the washing machine is done
Sort the wine list by vintage
Ask for a tip before the card payment
Show the football results of the weekend
Let neighbours share a lawn mower
Draw the family tree of a pedigree dog
Dim the living room lamps at sunset
Suggest a seat at the window of the train
Scan the barcode of a parcel with the camera
Add a wish list for the wedding registry
Show how many bicycles the station has left
Let parents limit the evening screen time
Calculate the import duty of a used car
Add subtitles to the cooking videos
Show the tide table of the harbour
Let guests order breakfast from the hotel room
Warn allergy sufferers of birch pollen
Estimate the arrival of the ambulance
Plan the watering of the greenhouse tomatoes
Add stickers and emoji to the family chat
Let the choir vote on the next rehearsal date
Show the menu of the canteen in large letters
Book a veterinarian for the cat
Measure the tempo of a piano recording
Let farmers report the harvest of barley
Show the queue at the ski lift
Order more coffee beans when the jar is empty
Add a countdown to the product launch banner
Let tenants report a broken elevator
Show the nutrition facts of a cereal bar
Donate the rounded cents to a charity
Let cyclists mark potholes in the city
Add a crossword puzzle to the newsletter
Show the opening hours of the swimming pool
Pick a random winner of the raffle
Let actors rehearse their dialogue aloud
Show the moon phase on the wrist watch
Let shoppers return shoes without a receipt
Rank the marathon runners by age group
""".splitlines()
)
