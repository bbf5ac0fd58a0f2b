--- Is a changed rule fair? Let the program play, and read what it found.
return lesson "houserule-compare" {
  title   = "Is it fair? Comparing rules",
  course  = "houserule",
  game    = "tak",
  options = { size = 4 },
  level   = 5,
  steps   = {
    {
      say     = "You have a new rule. Is the game still fair? You could play a hundred evenings, or let bots play. Outside the prompt, `houserule compare` plays the same games under several rules and tells what differs.\n\nhouserule compare tak tak+ties-to-black --set size=4 --games 2000 --bots random\n\nThis asks about a rule by which a level count of flats is black's.",
      ask     = "Before you look: whom will that rule help?",
      choices = { "white", "black", "nobody" },
      accept  = "black",
      wrong   = {
        white  = "What was a draw before is now won by black.",
        nobody = "Some games end level, and they were draws before.",
      },
      hints   = { "What was a draw before is a draw no more. Whose is it now?" },
      right   = "Black, of course. But by how much? That is what the numbers are for.",
    },
    {
      say     = "This is what was found, white's points of a hundred:\n\n  tak                white  50.3 of 100 (48.1 to 52.5)\n  tak+ties-to-black  white  41.5 of 100 (39.4 to 43.7)\n\nThe brackets hold what can be relied on: 95 times in a hundred the true value lies between the two numbers. 50 would be even.",
      ask     = "Is there any sign that plain Tak on this board, played at random, favours one side?",
      choices = { "yes", "no" },
      accept  = "no",
      wrong   = { yes = "50.3 is a little more than 50, but look at the brackets: they reach from 48.1 to 52.5, and 50 lies between." },
      hints   = { "Does 50 lie between the two numbers in brackets?" },
      right   = "No: 50 lies inside the brackets, so the games do not tell them apart.",
    },
    {
      say     = "Look at the second line again: 41.5 of 100, from 39.4 to 43.7.",
      ask     = "And with ties-to-black, is it even?",
      choices = { "yes", "no", "nobody can tell" },
      accept  = "no",
      wrong   = {
        yes = "50 is far outside the brackets.",
        ["nobody can tell"] = "2000 games can: 50 is far outside the brackets.",
      },
      hints   = { "Where is 50: inside the brackets or outside?" },
      right   = "No. At random play the rule costs white nearly nine points of a hundred. Black would be glad of it.",
    },
    {
      say     = "A third rule was compared as well, Tak without walls. It said: not enough games to tell (white -1.2 to +4.6 points).",
      ask     = "What would you do?",
      choices = { "say that white gains", "play more games", "say that nothing changes" },
      accept  = "play more games",
      wrong   = {
        ["say that white gains"]     = "It might, but it might as well lose: the brackets reach from below zero to above it.",
        ["say that nothing changes"] = "Not to see a difference is not the same as there being none: it may be as much as 4.6 points.",
      },
      hints   = { "The program tells you what is lacking." },
      right   = "Right: `--games 20000`, or `--until 1`, which plays until the answer is known to one point. And let better players try it, with `--bots medium`: what is fair at random may not be so among those who think.",
    },
    {
      say    = "Numbers are one half, sitting down is the other. The variant is there to be played.",
      ask    = "Begin a game of Tak with ties-to-black, on a board of size=4.",
      accept = types("play tak+ties-to-black size=4"),
      hints  = { "play, the game with its variant, a blank, the option.", "Type: play tak+ties-to-black size=4" },
      right  = "That is the whole circle: have an idea, write it down, check it, measure it, play it.",
    },
  },
}
