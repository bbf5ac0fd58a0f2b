--- Rules taken out, or put beside, that are not there.
return variant "off-nothing" {
  base  = "tak",
  rules = {
    finish = {
      off "raod",
      limit { plies = 9, before = "flatz" },
    },
  },
}
