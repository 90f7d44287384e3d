"""Other programs may ask which calls a host has; only where the host allows it."""

import grpc
import pytest
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from acquire_host.service import serve
from tests.wire.network import CERTIFICATE, make_hosting, run


async def services_told(reflection: bool) -> list[str]:
    server = await serve(
        make_hosting(), CERTIFICATE, 0, "127.0.0.1", pairing=None, reflection=reflection
    )
    credentials = grpc.ssl_channel_credentials(CERTIFICATE.chain)
    options = (("grpc.ssl_target_name_override", "acquire.invalid"),)
    try:
        async with grpc.aio.secure_channel(server.address, credentials, options) as channel:
            stub = reflection_pb2_grpc.ServerReflectionStub(channel)
            asked = reflection_pb2.ServerReflectionRequest(list_services="")
            async for answer in stub.ServerReflectionInfo(iter([asked])):
                return [one.name for one in answer.list_services_response.service]
    finally:
        await server.stop()
    return []


def test_a_host_that_allows_it_tells_its_services() -> None:
    async def test() -> None:
        told = await services_told(reflection=True)
        assert "acquire_net.v1.TableService" in told
        assert "acquire_net.v1.PairingService" in told
        assert "grpc.health.v1.Health" in told

    run(test())


def test_by_default_nothing_is_told() -> None:
    async def test() -> None:
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await services_told(reflection=False)
        assert refused.value.code() is grpc.StatusCode.UNIMPLEMENTED

    run(test())
