import uuid


def trace(get_response):
    def middleware(request):
        request.trace = str(uuid.uuid4())
        response = get_response(request)
        response["X-Trace"] = request.trace
        return response

    return middleware
