import { expect, test } from 'vitest'
import { grpcStatus } from '../../../../src/api/grpc/GrpcMethod.ts'
import { unknownMethod } from '../../../../src/api/grpc/startGrpcServer.ts'
import { sdkErrors } from '../../../../src/errors/ChainError.ts'
import { GrpcStatusError } from '../../../../src/errors/GrpcStatusError.ts'

test('a handler error keeps its own status, any other framework error is unknown, a fault is internal', () => {
	expect(grpcStatus(new GrpcStatusError('NotFound', 'x'))).toEqual({ code: 5, details: 'x' })
	expect(grpcStatus(sdkErrors.unauthorized.wrap('x'))).toEqual({ code: 2, details: 'x: unauthorized' })
	expect(grpcStatus(new RangeError('x'))).toEqual({ code: 13, details: 'x' })
})

test('bytes that are not text do not reach the transport, which could not write them', () => {
	expect(grpcStatus(new GrpcStatusError('NotFound', 'greeting \udcff')).details).toBe('greeting \ufffd')
})

test.each([
	['/a.B/C', 12, 'unknown method C for service a.B'],
	['/x.Y/C', 12, 'unknown service x.Y'],
	['/a/b/c', 12, 'unknown service a/b'],
	['/nope', 8, 'malformed method name: "/nope"'],
])('%s is refused as Go does', (path, code, details) => {
	expect(grpcStatus(unknownMethod(path, new Set(['a.B'])))).toEqual({ code, details })
})
