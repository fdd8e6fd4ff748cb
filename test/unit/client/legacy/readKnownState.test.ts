import { readFileSync } from 'node:fs'
import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { readKnownState } from '../../../../src/client/legacy/readKnownState.ts'
import { defaultChainSettings } from '../../../../src/codec/ChainSettings.ts'
import { encodeMessage } from '../../../../src/codec/proto/encodeMessage.ts'
import { packAny } from '../../../../src/codec/registry/createRegistry.ts'
import { BaseAccountSchema } from '../../../../src/gen/cosmos/auth/v1beta1/auth_pb.js'
import { QueryAccountResponseSchema } from '../../../../src/gen/cosmos/auth/v1beta1/query_pb.js'
import { connectionOf, gone } from '../connectionOf.ts'
import { accountPath, baseAccount, queries } from '../queryReplies.ts'

const file = new URL('../../../golden/legacy/rest-txs-post.json', import.meta.url)
const rows = JSON.parse(readFileSync(file, 'utf8')) as { name?: string; request: { body: string } }[]
const { body } = rows.find(({ name }) => name === 'sync accepted')!.request
const owner = 'chain1zra0spkxg6e92llufe27vlfauandlsmd9zv7ru'

function read(answer: Parameters<typeof queries>[0][string]) {
	const replies = { abci_query: queries({ [accountPath]: answer }), status: { node_info: { network: 'kite-1' } } }
	const settings = { ...defaultChainSettings, prefix: 'chain', aminoBrand: 'cosmos' } as const
	return readKnownState(connectionOf(replies), body, settings, '0.01uchain')
}

test('what a legacy transaction needs is its chain and the accounts of its signers', async () => {
	const account = packAny(BaseAccountSchema, baseAccount)
	const found = encodeMessage(QueryAccountResponseSchema, create(QueryAccountResponseSchema, { account }))
	const state = await read(found)
	expect(state).toMatchObject({ chainId: 'kite-1', prefix: 'chain', brand: 'cosmos', minimumGasPrices: '0.01uchain' })
	expect([...state.accounts.keys()]).toEqual([owner])
	expect(state.accounts.get(owner)).toMatchObject({ accountNumber: 5n, sequence: 6n })
})

test('an account that the chain refuses to read is known as none, and a node that does not answer is told', async () => {
	const refused = { code: 7, codespace: 'sdk', log: 'invalid address' }
	expect((await read(refused)).accounts).toEqual(new Map([[owner, undefined]]))
	await expect(read(gone)).rejects.toBe(gone)
})
