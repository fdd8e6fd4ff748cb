import { expect, test } from 'vitest'
import type { AppContext } from '../../../src/app/AppContext.ts'
import type { MsgType } from '../../../src/app/AppModule.ts'
import { createAnteHandler } from '../../../src/app/ante/createAnteHandler.ts'
import { answerGrpcQuery } from '../../../src/app/query/QueryRouter.ts'
import type { AppTx } from '../../../src/app/tx/AppTx.ts'
import { runMessages } from '../../../src/app/tx/runMessages.ts'
import { ChainError, sdkErrors } from '../../../src/errors/ChainError.ts'
import { GrpcStatusError } from '../../../src/errors/GrpcStatusError.ts'
import { makeBlock, openApp, startChain } from './testChain.ts'

const nothing = new Uint8Array(0)

/** What a step, a message and a query make of what one thrower throws: its text, in front of which they may put theirs. */
async function told(throws: (ctx: AppContext) => void) {
	const app = openApp()
	startChain(app)
	await makeBlock(app)
	const ctx = app.createQueryContext(0)
	const textOf = (error: unknown) => (error instanceof ChainError ? error.log : String(error))
	const ante = createAnteHandler([{ name: 'Throws', run: () => throws(ctx) }])
	const step = (async () => ante(ctx, { fee: { gasLimit: 5n } } as AppTx))()
	const handle = () => {
		throws(ctx)
		return nothing
	}
	const message = { type: { handle } as unknown as MsgType, typeUrl: '/m', value: { $typeName: 'm' } }
	const messages = runMessages(ctx, { messages: [message] } as unknown as AppTx, 'deliver')
	const { method } = app.router.route('/cosmos.auth.v1beta1.Query/Params')!
	const query = answerGrpcQuery({ method, handler: handle as never }, ctx, nothing)
	return {
		step: await step.then(
			({ error }) => `refused: ${error?.log}`,
			(error: unknown) => `thrown: ${textOf(error)}`,
		),
		message: await messages.then(String, textOf),
		query: await query.then(String, textOf),
	}
}

test('a panic of the store within a step, a message or a query is thrown on, and is no refusal of theirs', async () => {
	const panic = 'key is nil: panic'
	expect(await told((ctx) => ctx.kvStore('bank').set(nothing, nothing))).toEqual({
		step: `thrown: ${panic}`,
		message: panic,
		query: panic,
	})
})

test('a fault of the program within a step, a message or a query is thrown on as it is', async () => {
	const text = 'TypeError: a fault'
	const throws = () => {
		throw new TypeError('a fault')
	}
	expect(await told(throws)).toEqual({ step: `thrown: ${text}`, message: text, query: text })
})

test('a refusal within a step, a message or a query is told in their words', async () => {
	const throws = () => {
		throw sdkErrors.unauthorized.wrap('no')
	}
	expect(await told(throws)).toEqual({
		step: 'refused: no: unauthorized',
		message: 'failed to execute message; message index: 0: no: unauthorized',
		query: 'no: unauthorized: invalid request',
	})
})

// cosmos-sdk v0.44.5 baseapp/abci.go gRPCErrorToSDKError
test.each([
	['NotFound', 'key not found'],
	['InvalidArgument', 'invalid request'],
	['FailedPrecondition', 'invalid request'],
	['Unauthenticated', 'unauthorized'],
	['Unknown', 'unknown request'],
	['Unimplemented', 'unknown request'],
] as const)('a query that answers with the status %s is refused as %s', async (code, name) => {
	const status = new GrpcStatusError(code, 'why')
	const { query } = await told(() => {
		throw status
	})
	expect(query).toBe(`${status.message}: ${name}`)
})
