--- A level count of flats is black's.
return variant "ties-to-black" {
  base  = "tak",
  title = "A level flat count is black's",
  rules = { finish = { tops { id = "flats", tie = "black" } } },
}
