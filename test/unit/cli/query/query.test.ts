import { create, type DescMessage, type MessageInitShape, toBinary } from '@bufbuild/protobuf'
import { anyPack } from '@bufbuild/protobuf/wkt'
import { expect, test } from 'vitest'
import { BaseAccountSchema } from '../../../../src/gen/cosmos/auth/v1beta1/auth_pb.js'
import { QueryAccountResponseSchema } from '../../../../src/gen/cosmos/auth/v1beta1/query_pb.js'
import {
	QuerySupplyOfResponseSchema,
	QueryTotalSupplyResponseSchema,
} from '../../../../src/gen/cosmos/bank/v1beta1/query_pb.js'
import { toBase64 } from '../../../../src/util/bytes.ts'
import { cli } from '../../../flow/cli/testCli.ts'
import { providerOf } from '../../client/places/provider.ts'

/** A node that answers each query with a message; the paths and heights that it was asked. */
async function nodeThatReplies<D extends DescMessage>(schema: D, init: MessageInitShape<D>) {
	const value = toBase64(toBinary(schema, create(schema, init)))
	const { url, asked } = await providerOf({ abci_query: { response: { code: 0, value, height: '5' } } })
	const paths = () =>
		asked.map(({ text }) => `${/"path":"([^"]+)"/.exec(text)?.[1]} ${/"height":"(\d+)"/.exec(text)?.[1] ?? 'latest'}`)
	return { url, paths }
}

const address = 'chain19rl4cm2hmr8afy4kldpxz3fka4jguq0afzek5q'
const account = anyPack(BaseAccountSchema, create(BaseAccountSchema, { address, accountNumber: 3n }))
account.typeUrl = '/cosmos.auth.v1beta1.BaseAccount'

test('an account is printed without the reply around it, as of the height that is asked for', async () => {
	const { url, paths } = await nodeThatReplies(QueryAccountResponseSchema, { account })
	const line = ['q', 'account', address, '--node', url]
	const printed = `{"@type":"/cosmos.auth.v1beta1.BaseAccount","address":"${address}","pub_key":null,"account_number":"3","sequence":"0"}\n`
	expect(await cli([...line, '-o', 'json'])).toEqual({ exit: 0, stdout: printed, stderr: '' })
	expect((await cli([...line, '--height', '5'])).stdout).toBe(
		`'@type': /cosmos.auth.v1beta1.BaseAccount\naccount_number: "3"\naddress: ${address}\npub_key: null\nsequence: "0"\n`,
	)
	expect(paths()).toEqual(['/cosmos.auth.v1beta1.Query/Account latest', '/cosmos.auth.v1beta1.Query/Account 5'])
})

test('the supply is asked for one denomination or for all, as of the height that is asked for', async () => {
	const amount = { denom: 'uchain', amount: '7' }
	const one = await nodeThatReplies(QuerySupplyOfResponseSchema, { amount })
	const all = await nodeThatReplies(QueryTotalSupplyResponseSchema, { supply: [amount] })
	const total = (url: string, ...flags: string[]) => cli(['q', 'bank', 'total', '--node', url, '-o', 'json', ...flags])
	expect((await total(one.url, '--denom', 'uchain', '--height', '5')).stdout).toBe(
		'{"amount":{"denom":"uchain","amount":"7"}}\n',
	)
	expect((await total(all.url)).stdout).toBe('{"supply":[{"denom":"uchain","amount":"7"}],"pagination":null}\n')
	expect([one.paths(), all.paths()]).toEqual([
		['/cosmos.bank.v1beta1.Query/SupplyOf 5'],
		['/cosmos.bank.v1beta1.Query/TotalSupply latest'],
	])
})
