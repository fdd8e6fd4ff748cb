import { expect, test } from 'vitest'
import { abciInfo, RecoveredPanic, toChainError } from '../../../src/app/abciInfo.ts'
import { ChainError, PanicError, plainError, sdkErrors } from '../../../src/errors/ChainError.ts'
import { GrpcStatusError } from '../../../src/errors/GrpcStatusError.ts'

// cosmos-sdk v0.44.5 types/errors/abci.go
test('a reply tells of an error what the framework tells: neither the text of a panic nor that of an error without a code', () => {
	const told = (error: ChainError) => Object.values(abciInfo(error))
	const redacted = 'panic message redacted to hide potentially sensitive system info: panic'
	expect(told(sdkErrors.panic.wrap('a secret'))).toEqual(['undefined', 111222, redacted])
	expect(told(new RecoveredPanic('a secret', undefined))).toEqual(['undefined', 111222, redacted])
	expect(told(plainError('a secret'))).toEqual(['undefined', 1, 'internal'])
	expect(told(sdkErrors.txDecode.wrap('why'))).toEqual(['sdk', 2, 'why: tx parse error'])
	expect(told(new ChainError('bank', 5, 'why'))).toEqual(['bank', 5, 'why'])
})

// cosmos-sdk v0.44.5 baseapp/recovery.go
test('what is thrown is an error of the framework, an error without a code, or a panic that was recovered', () => {
	const told = (thrown: unknown) => {
		const { codespace, code, log } = toChainError(thrown)
		return [codespace, code, log]
	}
	const panic = (log: string) => ['undefined', 111222, log]
	for (const error of [sdkErrors.unauthorized.wrap('why'), plainError('why'), new RecoveredPanic('why', undefined)]) {
		expect(toChainError(error)).toBe(error)
	}
	expect(told(new RecoveredPanic('why', undefined))).toEqual(panic('why: panic'))
	const status = new GrpcStatusError('NotFound', 'why')
	expect(told(status)).toEqual(['undefined', 1, status.message])
	expect(told(sdkErrors.panic.wrap('key is nil'))).toEqual(panic('recovered: key is nil'))
	expect(told(new PanicError('why'))).toEqual(panic('recovered: why'))
	expect(told(new TypeError('panic: why'))).toEqual(panic('recovered: panic: why'))
	expect(told('why')).toEqual(panic('recovered: why'))
})
