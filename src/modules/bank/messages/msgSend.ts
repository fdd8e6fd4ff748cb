import type { MsgType } from '../../../app/AppModule.ts'
import { addressFromText } from '../../../codec/address/address.ts'
import type { ChainSettings } from '../../../codec/ChainSettings.ts'
import { attempt } from '../../../errors/attempt.ts'
import { ChainError, sdkErrors } from '../../../errors/ChainError.ts'
import {
	type MsgMultiSend,
	MsgMultiSendSchema,
	type MsgSend,
	MsgSendSchema,
} from '../../../gen/cosmos/bank/v1beta1/tx_pb.js'
import type { BankKeeper } from '../BankKeeper.ts'
import { bankErrors } from '../errors.ts'
import { bankModuleName } from '../keys.ts'
import { assertAddress, coinsOf, validCoinsOf } from '../types.ts'
import { validateInputsOutputs } from '../validateInputsOutputs.ts'

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

/** MsgMultiSend: moves coins from many to many (framework: x/bank/types/msgs.go, keeper/msg_server.go). */
export function createMsgMultiSend(keeper: BankKeeper, settings: ChainSettings): MsgType<MsgMultiSend> {
	const { prefix } = settings
	return {
		schema: MsgMultiSendSchema,
		route: bankModuleName,
		validateBasic({ inputs, outputs }) {
			if (inputs.length === 0) throw bankErrors.noInputs
			if (outputs.length === 0) throw bankErrors.noOutputs
			validateInputsOutputs(inputs, outputs, prefix)
		},
		signers: ({ inputs }) => inputs.map(({ address }) => addressOrEmpty(address, prefix)),
		handle(ctx, { inputs, outputs }) {
			for (const input of inputs) keeper.assertSendEnabled(ctx, coinsOf(input.coins))
			for (const { address } of outputs) {
				if (keeper.isBlockedAddress(addressFromText(address, prefix))) {
					throw sdkErrors.unauthorized.wrap(`${address} is not allowed to receive transactions`)
				}
			}
			keeper.inputOutputCoins(ctx, inputs, outputs)
			ctx.events.emit('message', [['module', bankModuleName]])
			return new Uint8Array()
		},
	}
}

/** Unlike other messages, this one does not panic when it is asked for the signer of a malformed address. */
function addressOrEmpty(address: string, prefix: string): Uint8Array {
	return attempt(
		() => addressFromText(address, prefix),
		ChainError,
		() => new Uint8Array(),
	)
}
