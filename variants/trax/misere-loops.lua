--- Whose colour makes a loop loses; lines still win.
return variant "misere-loops" {
  base  = "trax",
  title = "Loops lose",
  rules = { finish = { loop { result = "loss" } } },
}
