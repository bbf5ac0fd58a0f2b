--- Keys of the rules that are nearly right.
return variant "unknown-keys-of-rules" {
  base  = "tak",
  rules = {
    finsh  = {},
    finish = { road { diagnoal = true } },
    pieces = {
      flat = { raod = true },
    },
    music  = "red",
  },
}
