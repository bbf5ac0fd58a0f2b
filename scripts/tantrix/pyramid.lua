--- Pyramid: 45 tiles in nine rows, each where it belongs; turn them until all edges match. A yellow loop of three hides in it.
return variant "pyramid" {
  base  = "rotate",
  game  = true,
  title = "Pyramid",
  options = {
    layout = { default = "8@0,0 "
      .. "16@-1,1 18@0,1 "
      .. "4@-2,2 37@-1,2 19@0,2 "
      .. "33@-3,3 52@-2,3 7@-1,3 35@0,3 "
      .. "21@-4,4 47@-3,4 14@-2,4 6@-1,4 29@0,4 "
      .. "45@-5,5 49@-4,5 3@-3,5 34@-2,5 17@-1,5 39@0,5 "
      .. "5@-6,6 43@-5,6 15@-4,6 32@-3,6 20@-2,6 55@-1,6 9@0,6 "
      .. "23@-7,7 25@-6,7 42@-5,7 44@-4,7 56@-3,7 54@-2,7 38@-1,7 12@0,7 "
      .. "51@-8,8 41@-7,8 31@-6,8 13@-5,8 1@-4,8 28@-3,8 30@-2,8 46@-1,8 48@0,8" },
  },
  rules = {},
}
