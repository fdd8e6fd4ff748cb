import { expect, test } from 'vitest'
import { chainActions } from '../../../../src/client/actions/chainActions.ts'
import type { ClientContext } from '../../../../src/client/ClientContext.ts'
import type { TxProgress } from '../../../../src/client/chainTypes.ts'
import { RpcError } from '../../../../src/client/rpc/RpcError.ts'
import { defaultChainSettings } from '../../../../src/codec/ChainSettings.ts'
import { createRegistry } from '../../../../src/codec/registry/createRegistry.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import { connectionOf, type Replies } from '../connectionOf.ts'

/** A client whose node answers with the given replies; parts that an action does not use are absent. */
function clientOf(replies: Replies, parts: Partial<ClientContext> = {}) {
	const context = {
		connection: connectionOf(replies),
		registry: createRegistry(),
		settings: defaultChainSettings,
		restAddresses: {},
		...parts,
	}
	return chainActions(context as ClientContext)
}

test('an action of the client gets the arguments behind the client itself', async () => {
	const client = clientOf({ chain_history: { seconds: 60 } })
	expect(await client.history(60)).toEqual({ seconds: 60 })
})

test('a refusal of the node reaches the caller of an action as a UserError, a fault of this program as it is', async () => {
	const refused = clientOf({ status: new RpcError(-32603, 'Internal error', 'not now') })
	await expect(refused.about()).rejects.toThrow(UserError)
	await expect(refused.about()).rejects.toThrow('not now')
	const fault = new TypeError('a fault')
	await expect(clientOf({ status: fault }).about()).rejects.toBe(fault)
})

test('a blank greeting fails before anything is signed', async () => {
	const steps: TxProgress[] = []
	for await (const step of clientOf({}).createGreeting('alice', ' \t')) steps.push(step)
	expect(steps).toMatchObject([{ state: 'failed', codespace: 'greet', code: 2 }])
})

test('coins to a 0x address that is none fail before anything is signed', async () => {
	const sender = { addressOf: async () => 'chain1alice' } as never
	const steps: TxProgress[] = []
	for await (const step of clientOf({}, { sender }).send('alice', '0x12', [])) steps.push(step)
	expect(steps).toMatchObject([{ state: 'failed' }])
})
