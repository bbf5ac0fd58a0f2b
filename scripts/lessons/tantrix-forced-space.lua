--- A space with three neighbours is filled first, by whoever can.
return lesson "tantrix-forced-space" {
  title = "Forced spaces",
  game  = "tantrix",
  level = 2,
  steps = {
    {
      say    = "An empty space with three tiles around it is a forced space: A. Whoever has a tile that fits it must play it there before anything else.",
      position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hand 4,5,6,7,8,10 | bag 40",
      labels = { A = "0,0" },
      marks  = { "1,-1", "1,0", "0,1" },
      facts  = { illegal = "10@2,0:0", why = "fill" },
    },
    {
      ask    = "Two of your tiles fit. Fill A.",
      labels = { A = "0,0" },
      accept = fills("A"),
      refused = { ["5@2,0:0"] = "First comes what must be filled." },
      hints  = { "Around A the colours are red, yellow and blue, read clockwise.", "Tile 4 fits, and tile 8." },
      right  = "A space is a free gift: you play once more.",
    },
    {
      say    = "Now the free move.",
      ask    = "Make a line of at least three red tiles.",
      accept = makes_line(3),
      hints  = { "Go on where red ends." },
    },
  },
}
