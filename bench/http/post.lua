-- Sends the environment variable BODY, REPEAT times in one body, with POST; the fields come from the command line.
wrk.method = "POST"
wrk.body = string.rep(os.getenv("BODY"), tonumber(os.getenv("REPEAT")))
