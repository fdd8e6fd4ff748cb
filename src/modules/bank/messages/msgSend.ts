import type { MsgType } from '../../../app/AppModule.ts'
import { addressFromText } from '../../../codec/address/address.ts'
import type { ChainSettings } from '../../../codec/ChainSettings.ts'
import { sdkErrors } from '../../../errors/sdkErrors.ts'
import { type MsgSend, MsgSendSchema } from '../../../gen/cosmos/bank/v1beta1/tx_pb.js'
import type { BankKeeper } from '../BankKeeper.ts'
import { bankModuleName } from '../keys.ts'
import { assertAddress, coinsOf, validCoinsOf } from '../types.ts'

/** MsgSend: moves coins from one account to another (framework: x/bank/types/msgs.go, keeper/msg_server.go). */
export function createMsgSend(keeper: BankKeeper, settings: ChainSettings): MsgType<MsgSend> {
	const { prefix } = settings
	return {
		schema: MsgSendSchema,
		route: bankModuleName,
		validateBasic(msg) {
			assertAddress(msg.fromAddress, prefix, (fault) => `Invalid sender address (${fault})`)
			assertAddress(msg.toAddress, prefix, (fault) => `Invalid recipient address (${fault})`)
			validCoinsOf(msg.amount)
		},
		signers: (msg) => [addressFromText(msg.fromAddress, prefix)],
		handle(ctx, msg) {
			const amount = coinsOf(msg.amount)
			keeper.assertSendEnabled(ctx, amount)
			const from = addressFromText(msg.fromAddress, prefix)
			const to = addressFromText(msg.toAddress, prefix)
			if (keeper.isBlockedAddress(to)) {
				throw sdkErrors.unauthorized.wrap(`${msg.toAddress} is not allowed to receive funds`)
			}
			keeper.sendCoins(ctx, from, to, amount)
			ctx.events.emit('message', [['module', bankModuleName]])
			return new Uint8Array()
		},
	}
}
