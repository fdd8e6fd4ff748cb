import type { Message } from '@bufbuild/protobuf'
import type { MsgCreateGreet } from '../../gen/chain/greet/v1beta1/tx_pb.js'
import type { MsgMultiSend, MsgSend } from '../../gen/cosmos/bank/v1beta1/tx_pb.js'

/**
 * The addresses (bech32) that must sign messages, each once, in order of appearance; none for a message of another type
 * than the legacy ones.
 */
export function legacySigners(messages: readonly (Message | undefined)[]): readonly string[] {
	return [...new Set(messages.flatMap((message) => (message === undefined ? [] : signersOf(message))))]
}

function signersOf(message: Message): readonly string[] {
	switch (message.$typeName) {
		case 'cosmos.bank.v1beta1.MsgSend':
			return [(message as MsgSend).fromAddress]
		case 'cosmos.bank.v1beta1.MsgMultiSend':
			return (message as MsgMultiSend).inputs.map(({ address }) => address)
		case 'chain.greet.v1beta1.MsgCreateGreet':
			return [(message as MsgCreateGreet).owner]
		default:
			return []
	}
}
