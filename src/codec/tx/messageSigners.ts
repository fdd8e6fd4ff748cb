import type { Message } from '@bufbuild/protobuf'

/** Field of the one signer of each message (framework: GetSigners); MultiSend's are its inputs. */
const signerFields: Readonly<Record<string, string>> = {
	'chain.greet.v1beta1.MsgCreateGreet': 'owner',
	'cosmos.bank.v1beta1.MsgSend': 'fromAddress',
	'cosmos.vesting.v1beta1.MsgCreateVestingAccount': 'fromAddress',
}

/** Addresses that must sign these messages, in order of first appearance. */
export function messageSigners(messages: readonly Message[]): readonly string[] {
	return [...new Set(messages.flatMap(signersOf))]
}

function signersOf(message: Message): readonly string[] {
	const fields = message as unknown as Readonly<Record<string, unknown>>
	if (message.$typeName === 'cosmos.bank.v1beta1.MsgMultiSend') {
		return (fields.inputs as readonly { readonly address: string }[]).map((input) => input.address)
	}
	const signer = fields[signerFields[message.$typeName] ?? '']
	return typeof signer === 'string' ? [signer] : []
}
