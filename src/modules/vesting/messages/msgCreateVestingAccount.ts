import type { MsgType } from '../../../app/AppModule.ts'
import { addressFromText } from '../../../codec/address/address.ts'
import type { ChainSettings } from '../../../codec/ChainSettings.ts'
import { sdkErrors } from '../../../errors/ChainError.ts'
import {
	type MsgCreateVestingAccount,
	MsgCreateVestingAccountSchema,
} from '../../../gen/cosmos/vesting/v1beta1/tx_pb.js'
import { coinsOf, validCoinsOf } from '../../bank/types.ts'
import { type VestingKeeper, vestingModuleName } from '../VestingKeeper.ts'

/**
 * MsgCreateVestingAccount: makes a delayed or continuous vesting account and funds it. Source: cosmos-sdk v0.44.5
 * x/auth/vesting/types/msgs.go. A bad address is passed on as the plain parse error, so a transaction with one is
 * answered by codespace `undefined`, code 1, `internal`.
 */
export function createMsgCreateVestingAccount(
	keeper: VestingKeeper,
	settings: ChainSettings,
): MsgType<MsgCreateVestingAccount> {
	return {
		schema: MsgCreateVestingAccountSchema,
		route: vestingModuleName,
		validateBasic(msg) {
			addressFromText(msg.fromAddress, settings.prefix)
			addressFromText(msg.toAddress, settings.prefix)
			validCoinsOf(msg.amount)
			if (msg.endTime <= 0n) throw sdkErrors.invalidRequest.wrap('invalid end time')
		},
		signers: (msg) => [addressFromText(msg.fromAddress, settings.prefix)],
		handle(ctx, { fromAddress, toAddress, amount, endTime, delayed }) {
			keeper.createVestingAccount(ctx, { fromAddress, toAddress, amount: coinsOf(amount), endTime, delayed })
			return new Uint8Array()
		},
	}
}
