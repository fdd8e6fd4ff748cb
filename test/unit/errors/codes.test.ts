import { expect, test } from 'vitest'
import { isChainFault, itemOf, PanicError, plainError, sdkErrors } from '../../../src/errors/ChainError.ts'
import { type GrpcCodeName, GrpcStatusError, grpcCodes } from '../../../src/errors/GrpcStatusError.ts'

// cosmos-sdk v0.44.5 types/errors/errors.go: the codes 2 to 40 in order, and the class of panics.
test('the root errors of the framework have the codes 2 to 40 of the codespace sdk, and panics a code of their own', () => {
	const { panic, ...others } = sdkErrors
	expect(Object.values(others).map(({ codespace, code }) => [codespace, code])).toEqual(
		Array.from({ length: 39 }, (_, place) => ['sdk', place + 2]),
	)
	expect([panic.codespace, panic.code, panic.log]).toEqual(['undefined', 111_222, 'panic'])
	expect([others.wrongSequence.code, others.appConfig.log]).toEqual([32, 'error in app.toml'])
})

// google.golang.org/grpc/codes, in the order of their numbers.
test('the status codes of gRPC have the numbers of Go', () => {
	const names = [
		...['OK', 'Canceled', 'Unknown', 'InvalidArgument', 'DeadlineExceeded', 'NotFound', 'AlreadyExists'],
		...['PermissionDenied', 'ResourceExhausted', 'FailedPrecondition', 'Aborted', 'OutOfRange', 'Unimplemented'],
		...['Internal', 'Unavailable', 'DataLoss', 'Unauthenticated'],
	]
	expect(Object.entries(grpcCodes)).toEqual(names.map((name, number) => [name, number]))
	expect(names.map((name) => new GrpcStatusError(name as GrpcCodeName, 'x').code)).toEqual([...names.keys()])
})

test('an error is of a class by its codespace and code, whatever its text', () => {
	const { unauthorized, notFound } = sdkErrors
	expect(unauthorized.is(unauthorized.wrap('who'))).toBe(true)
	expect(
		[notFound, plainError('unauthorized'), new Error('unauthorized'), undefined].map((e) => unauthorized.is(e)),
	).toEqual([false, false, false, false])
	expect(plainError('a').is(plainError('b'))).toBe(true)
	expect([unauthorized, new PanicError('x'), new Error('x')].map(isChainFault)).toEqual([true, true, false])
})

test('an item past the end of a list is a panic in the words of Go', () => {
	expect([itemOf([7, 8], 1), itemOf(Uint8Array.of(0), 0)]).toEqual([8, 0])
	expect(() => itemOf([7, 8], 2)).toThrow(new PanicError('runtime error: index out of range [2] with length 2'))
	expect(() => itemOf([7, 8], -1)).toThrow(new PanicError('runtime error: index out of range [-1] with length 2'))
})
