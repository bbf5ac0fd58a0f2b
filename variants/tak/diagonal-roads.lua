--- Roads may go across corners.
return variant "diagonal-roads" {
  base  = "tak",
  title = "Roads may turn corners",
  rules = { finish = { road { diagonal = true } } },
}
