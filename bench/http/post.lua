-- Sends the body of the environment variable BODY with POST; the fields come from the command line.
wrk.method = "POST"
wrk.body = os.getenv("BODY")
