import type { DescMessage, Message } from '@bufbuild/protobuf'
import { describe, expect, it } from 'vitest'
import type { MsgType } from '../../../src/app/AppModule.ts'
import { createAnteHandler } from '../../../src/app/ante/createAnteHandler.ts'
import type { AppTx } from '../../../src/app/tx/AppTx.ts'
import { runMessages } from '../../../src/app/tx/runMessages.ts'
import { sdkErrors } from '../../../src/errors/ChainError.ts'
import { greetTx, makeBlock, openApp, startChain } from './testChain.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('steps and handlers that answer by a promise', () => {
	it('run in order, and a refusal by a promise counts as one that is thrown', async () => {
		const app = openApp()
		startChain(app)
		await makeBlock(app)
		const seen: string[] = []
		const ante = createAnteHandler([
			{
				name: 'Waits',
				run: async () => {
					await turn()
					seen.push('waits')
				},
			},
			{ name: 'At once', run: () => void seen.push('at once') },
			{ name: 'Refuses', run: () => Promise.reject(sdkErrors.unauthorized.wrap('no')) },
			{ name: 'Never', run: () => void seen.push('never') },
		])
		const tx = { fee: { gasLimit: 5n } } as AppTx
		const { ctx, error } = await ante(app.createQueryContext(0), tx)
		expect(seen).toEqual(['waits', 'at once'])
		expect(error?.log).toBe('no: unauthorized')
		expect(ctx.gasMeter.limit).toBe(5n)
	})

	it('messages are executed one after the other, and the index of the one that fails is told', async () => {
		const app = openApp()
		startChain(app)
		await makeBlock(app)
		const seen: number[] = []
		const message = (number: number): AppTx['messages'][number] => {
			const type = {
				handle: async () => {
					await turn()
					seen.push(number)
					if (number === 2) throw sdkErrors.insufficientFunds.wrap('nothing left')
					return new Uint8Array([number])
				},
			} as unknown as MsgType
			return { type, typeUrl: `/m${number}`, value: {} as Message<DescMessage['typeName']> }
		}
		const tx = { messages: [message(1), message(2), message(3)] } as unknown as AppTx
		await expect(runMessages(app.createQueryContext(0), tx, 'deliver')).rejects.toThrow(
			'failed to execute message; message index: 1: nothing left: insufficient funds',
		)
		expect(seen).toEqual([1, 2])
	})

	it('a greeting is executed within the call: nothing in its way waits', async () => {
		const app = openApp()
		startChain(app)
		await makeBlock(app)
		let result = ''
		const checked = app.checkTx({ tx: greetTx(), type: 'new' }).then(({ code }) => {
			result = `code ${code}`
		})
		// Only the hand-over of finished promises is left: a few microtasks, no turn of the event loop.
		for (let tick = 0; tick < 20; tick++) await Promise.resolve()
		expect(result).toBe('code 0')
		await checked
	})
})
