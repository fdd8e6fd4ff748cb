import { create, type DescMessage, type Message } from '@bufbuild/protobuf'
import { AnySchema } from '@bufbuild/protobuf/wkt'
import type { Account, AnyPubKey, BaseAccountFields, BaseVestingFields, CoinAmount } from '../../app/expectedKeepers.ts'
import { parseIntField } from '../../codec/coins/parseBigInt.ts'
import { BugError } from '../../errors/UserError.ts'
import {
	type BaseAccount,
	BaseAccountSchema,
	type ModuleAccount,
	ModuleAccountSchema,
} from '../../gen/cosmos/auth/v1beta1/auth_pb.js'
import { type Coin, CoinSchema } from '../../gen/cosmos/base/v1beta1/coin_pb.js'
import {
	type BaseVestingAccount,
	BaseVestingAccountSchema,
	type ContinuousVestingAccount,
	ContinuousVestingAccountSchema,
	type DelayedVestingAccount,
	DelayedVestingAccountSchema,
	type PeriodicVestingAccount,
	PeriodicVestingAccountSchema,
	PeriodSchema,
	type PermanentLockedAccount,
	PermanentLockedAccountSchema,
} from '../../gen/cosmos/vesting/v1beta1/vesting_pb.js'
import { type EthAccount, EthAccountSchema } from '../../gen/ethermint/types/v1/account_pb.js'

/** The message of every account kind, by its type URL (framework: RegisterInterfaces of x/auth and x/auth/vesting; ethermint types). */
export const accountSchemas: ReadonlyMap<string, DescMessage> = new Map(
	[
		BaseAccountSchema,
		ModuleAccountSchema,
		EthAccountSchema,
		DelayedVestingAccountSchema,
		ContinuousVestingAccountSchema,
		PeriodicVestingAccountSchema,
		PermanentLockedAccountSchema,
	].map((schema) => [`/${schema.typeName}`, schema]),
)

/** The protobuf message of an account and its schema. */
export function accountToMessage(account: Account): { readonly schema: DescMessage; readonly message: Message } {
	switch (account.kind) {
		case 'base':
			return { schema: BaseAccountSchema, message: baseToMessage(account.base) }
		case 'module':
			return {
				schema: ModuleAccountSchema,
				message: create(ModuleAccountSchema, {
					baseAccount: baseToMessage(account.base),
					name: account.name,
					permissions: [...account.permissions],
				}),
			}
		case 'eth':
			return {
				schema: EthAccountSchema,
				message: create(EthAccountSchema, { baseAccount: baseToMessage(account.base), codeHash: account.codeHash }),
			}
		case 'delayed':
			return {
				schema: DelayedVestingAccountSchema,
				message: create(DelayedVestingAccountSchema, { baseVestingAccount: vestingToMessage(account) }),
			}
		case 'permanent':
			return {
				schema: PermanentLockedAccountSchema,
				message: create(PermanentLockedAccountSchema, { baseVestingAccount: vestingToMessage(account) }),
			}
		case 'continuous':
			return {
				schema: ContinuousVestingAccountSchema,
				message: create(ContinuousVestingAccountSchema, {
					baseVestingAccount: vestingToMessage(account),
					startTime: account.startTime,
				}),
			}
		case 'periodic':
			return {
				schema: PeriodicVestingAccountSchema,
				message: create(PeriodicVestingAccountSchema, {
					baseVestingAccount: vestingToMessage(account),
					startTime: account.startTime,
					vestingPeriods: account.periods.map(({ length, amount }) =>
						create(PeriodSchema, { length, amount: coinsToMessages(amount) }),
					),
				}),
			}
	}
}

/** The account of a decoded message. @throws {BugError} for a message of another kind. */
export function accountFromMessage(message: Message): Account {
	switch (message.$typeName) {
		case BaseAccountSchema.typeName:
			return { kind: 'base', base: baseFromMessage(message as BaseAccount) }
		case ModuleAccountSchema.typeName: {
			const { baseAccount, name, permissions } = message as ModuleAccount
			return { kind: 'module', base: baseFromMessage(baseAccount), name, permissions }
		}
		case EthAccountSchema.typeName: {
			const { baseAccount, codeHash } = message as EthAccount
			return { kind: 'eth', base: baseFromMessage(baseAccount), codeHash }
		}
		case DelayedVestingAccountSchema.typeName:
			return { kind: 'delayed', ...vestingFromMessage((message as DelayedVestingAccount).baseVestingAccount) }
		case PermanentLockedAccountSchema.typeName:
			return { kind: 'permanent', ...vestingFromMessage((message as PermanentLockedAccount).baseVestingAccount) }
		case ContinuousVestingAccountSchema.typeName: {
			const { baseVestingAccount, startTime } = message as ContinuousVestingAccount
			return { kind: 'continuous', ...vestingFromMessage(baseVestingAccount), startTime }
		}
		case PeriodicVestingAccountSchema.typeName: {
			const { baseVestingAccount, startTime, vestingPeriods } = message as PeriodicVestingAccount
			const periods = vestingPeriods.map(({ length, amount }) => ({ length, amount: coinsFromMessages(amount) }))
			return { kind: 'periodic', ...vestingFromMessage(baseVestingAccount), startTime, periods }
		}
		default:
			throw new BugError(`${message.$typeName} is no account`)
	}
}

function baseToMessage({ address, pubKey, accountNumber, sequence }: BaseAccountFields): BaseAccount {
	return create(BaseAccountSchema, {
		address,
		accountNumber,
		sequence,
		...(pubKey === undefined ? {} : { pubKey: create(AnySchema, { typeUrl: pubKey.typeUrl, value: pubKey.value }) }),
	})
}

function baseFromMessage(message: BaseAccount | undefined): BaseAccountFields {
	const { address, pubKey, accountNumber, sequence } = message ?? create(BaseAccountSchema)
	const key: AnyPubKey | undefined = pubKey === undefined ? undefined : { typeUrl: pubKey.typeUrl, value: pubKey.value }
	return { address, pubKey: key, accountNumber, sequence }
}

function vestingToMessage(account: {
	readonly base: BaseAccountFields
	readonly vesting: BaseVestingFields
}): BaseVestingAccount {
	const { originalVesting, delegatedFree, delegatedVesting, endTime } = account.vesting
	return create(BaseVestingAccountSchema, {
		baseAccount: baseToMessage(account.base),
		originalVesting: coinsToMessages(originalVesting),
		delegatedFree: coinsToMessages(delegatedFree),
		delegatedVesting: coinsToMessages(delegatedVesting),
		endTime,
	})
}

function vestingFromMessage(message: BaseVestingAccount | undefined): {
	readonly base: BaseAccountFields
	readonly vesting: BaseVestingFields
} {
	const { baseAccount, originalVesting, delegatedFree, delegatedVesting, endTime } =
		message ?? create(BaseVestingAccountSchema)
	return {
		base: baseFromMessage(baseAccount),
		vesting: {
			originalVesting: coinsFromMessages(originalVesting),
			delegatedFree: coinsFromMessages(delegatedFree),
			delegatedVesting: coinsFromMessages(delegatedVesting),
			endTime,
		},
	}
}

function coinsToMessages(coins: readonly CoinAmount[]): Coin[] {
	return coins.map(({ denom, amount }) => create(CoinSchema, { denom, amount: amount.toString() }))
}

function coinsFromMessages(coins: readonly Coin[]): readonly CoinAmount[] {
	return coins.map(({ denom, amount }) => ({ denom, amount: parseIntField(amount) }))
}
