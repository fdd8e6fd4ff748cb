import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { encodeAminoJson } from '../../../../src/codec/amino/encodeAminoJson.ts'
import { createRegistry } from '../../../../src/codec/registry/createRegistry.ts'
import { ModuleAccountSchema } from '../../../../src/gen/cosmos/auth/v1beta1/auth_pb.js'
import { MsgSendSchema } from '../../../../src/gen/cosmos/bank/v1beta1/tx_pb.js'

const options = { registry: createRegistry(), brand: 'chain' } as const

test('a module account without its base account is written in amino JSON with the zero values of one', () => {
	const account = create(ModuleAccountSchema, { name: 'mint', permissions: ['minter'] })
	expect(JSON.parse(encodeAminoJson(account, options)).value).toEqual({
		address: '',
		public_key: '',
		account_number: 0,
		sequence: 0,
		name: 'mint',
		permissions: ['minter'],
	})
})

// cosmos-sdk v0.39.2 types/coin.go has no omitempty, and an sdk.Int of nothing is written as zero.
test('a coin of nothing keeps its members in the amino JSON of generation 8 alone', () => {
	const message = create(MsgSendSchema, { amount: [{ denom: '', amount: '' }] })
	const coins = (generation: 8 | 9) => JSON.parse(encodeAminoJson(message, { ...options, generation })).value.amount
	expect(coins(8)).toEqual([{ denom: '', amount: '0' }])
	expect(coins(9)).toEqual([{ amount: '0' }])
})
