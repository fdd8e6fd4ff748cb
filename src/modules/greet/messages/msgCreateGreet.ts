import type { MsgType } from '../../../app/AppModule.ts'
import { addressFromText } from '../../../codec/address/address.ts'
import type { ChainSettings } from '../../../codec/ChainSettings.ts'
import { ChainError, inOtherWords, sdkErrors } from '../../../errors/ChainError.ts'
import { type MsgCreateGreet, MsgCreateGreetSchema } from '../../../gen/chain/greet/v1beta1/tx_pb.js'
import { isGoBlank } from '../../../util/goString.ts'
import type { GreetKeeper } from '../GreetKeeper.ts'
import { greetModuleName } from '../keys.ts'

/** The module's errors, codespace `greet`. */
const greetErrors = {
	/** An empty greeting, or one of white space only. */
	blankMessage: new ChainError(greetModuleName, 2, 'must provide a greeting message'),
} as const

/** MsgCreateGreet: stores a greeting of its owner, who signs and is checked first, in any case. No events. */
export function createMsgCreateGreet(keeper: GreetKeeper, settings: ChainSettings): MsgType<MsgCreateGreet> {
	return {
		schema: MsgCreateGreetSchema,
		route: greetModuleName,
		validateBasic(msg) {
			assertOwner(msg.owner, settings.prefix)
			if (isGoBlank(msg.message)) throw greetErrors.blankMessage
		},
		signers: (msg) => [addressFromText(msg.owner, settings.prefix)],
		handle(ctx, msg) {
			keeper.createGreet(ctx, msg.owner, msg.message)
			return new Uint8Array()
		},
	}
}

function assertOwner(owner: string, prefix: string): void {
	inOtherWords(
		() => addressFromText(owner, prefix),
		(error) => sdkErrors.invalidAddress.wrap(`invalid owner address (${error.log})`),
	)
}
