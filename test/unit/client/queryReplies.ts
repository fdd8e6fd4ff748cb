import { create } from '@bufbuild/protobuf'
import { addressToText } from '../../../src/codec/address/address.ts'
import { encodeMessage } from '../../../src/codec/proto/encodeMessage.ts'
import { BaseAccountSchema, ModuleAccountSchema } from '../../../src/gen/cosmos/auth/v1beta1/auth_pb.js'
import { QueryTotalSupplyResponseSchema } from '../../../src/gen/cosmos/bank/v1beta1/query_pb.js'
import {
	BaseVestingAccountSchema,
	DelayedVestingAccountSchema,
} from '../../../src/gen/cosmos/vesting/v1beta1/vesting_pb.js'
import { toBase64 } from '../../../src/util/bytes.ts'

/** Replies of the query services, by path. */
export function queries(answers: {
	readonly [path: string]: Uint8Array | { code: number; codespace: string; log: string } | Error
}) {
	return ({ path }: { readonly path: string }): unknown => {
		const answer = answers[path]
		if (answer instanceof Error) return answer
		if (answer instanceof Uint8Array) return { response: { value: toBase64(answer), height: '7' } }
		return { response: answer ?? { code: 6, codespace: 'sdk', log: 'unknown query path: unknown request' } }
	}
}
/** An account of a chain with other names. */
export const base = { address: addressToText(new Uint8Array(20).fill(7), 'kite'), accountNumber: 5n, sequence: 6n }
/** The account alone. */
export const baseAccount = create(BaseAccountSchema, base)
/** The same as a vesting account. */
export const vesting = create(DelayedVestingAccountSchema, {
	baseVestingAccount: create(BaseVestingAccountSchema, { baseAccount, endTime: 9n }),
})
/** The same as the account of a module. */
export const module = create(ModuleAccountSchema, { baseAccount, name: 'mint' })
export const accountsPath = '/cosmos.auth.v1beta1.Query/Accounts'
export const accountPath = '/cosmos.auth.v1beta1.Query/Account'
export const supplyPath = '/cosmos.bank.v1beta1.Query/TotalSupply'
/** The supply of these denominations. */
export const supplyOf = (...denoms: string[]) =>
	encodeMessage(
		QueryTotalSupplyResponseSchema,
		create(QueryTotalSupplyResponseSchema, { supply: denoms.map((denom) => ({ denom, amount: '1' })) }),
	)
