// Signed transactions of the built-in chain's faucet account, whose words are public, and their way to the node.
import { create, toBinary } from '@bufbuild/protobuf'
import { DirectSecp256k1HdWallet, Registry } from '@cosmjs/proto-signing'
import { defaultRegistryTypes, SigningStargateClient } from '@cosmjs/stargate'
import { MsgCreateGreetSchema } from '../../../src/gen/chain/greet/v1beta1/tx_pb.js'
import { TxRawSchema } from '../../../src/gen/cosmos/tx/v1beta1/tx_pb.js'
import { turn } from './waits.js'

const words =
	'round ocean vehicle feel tomorrow holiday wall visit mean blanket utility essay there check fog silent moment silk open answer width usual enhance junk'
/** Longest wait for a reply. */
const callMs = 60_000
const greetType = '/chain.greet.v1beta1.MsgCreateGreet'

/** The message as cosmjs wants its codecs. */
const greet = {
	encode: (value) => ({ finish: () => toBinary(MsgCreateGreetSchema, create(MsgCreateGreetSchema, value)) }),
	decode: () => ({}),
	fromPartial: (value) => value,
}

/** A signer for a node at an RPC address: `greetings` and `send` give base64 of one signed transaction each. */
export async function faucetSigner(rpc) {
	const wallet = await DirectSecp256k1HdWallet.fromMnemonic(words, { prefix: 'chain' })
	const [{ address: owner }] = await wallet.getAccounts()
	const client = await SigningStargateClient.connectWithSigner(rpc, wallet, {
		registry: new Registry([...defaultRegistryTypes, [greetType, greet]]),
	})
	const { accountNumber, sequence: first } = await client.getSequence(owner)
	const chainId = await client.getChainId()
	let sequence = first
	const sign = async (messages, gas) => {
		const fee = { amount: [{ denom: 'uchain', amount: String(Math.ceil(gas / 100)) }], gas: String(gas) }
		// Signing waits for nothing: without a turn in between, whoever signs thousands hears of nothing for a minute.
		await turn()
		const raw = await client.sign(owner, messages, fee, '', { accountNumber, sequence: sequence++, chainId })
		return Buffer.from(toBinary(TxRawSchema, create(TxRawSchema, raw))).toString('base64')
	}
	return {
		greetings: (messages) =>
			sign(
				messages.map((message) => ({ typeUrl: greetType, value: { message, owner } })),
				100_000 + 30_000 * messages.length,
			),
		send: () =>
			sign(
				[
					{
						typeUrl: '/cosmos.bank.v1beta1.MsgSend',
						value: { fromAddress: owner, toAddress: owner, amount: [{ denom: 'uchain', amount: '1' }] },
					},
				],
				120_000,
			),
	}
}

/** Hands transactions to the mempool in one batch. Throws for the first that is refused. */
export async function broadcast(rpc, txs) {
	const calls = txs.map((tx, id) => ({ jsonrpc: '2.0', id, method: 'broadcast_tx_sync', params: { tx } }))
	const reply = await fetch(rpc, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(calls),
		signal: AbortSignal.timeout(callMs),
	})
	for (const { result, error } of [await reply.json()].flat()) {
		if (error !== undefined || result.code !== 0) throw new Error(JSON.stringify(error ?? result))
	}
}

/** Result of one call without parameters. */
export async function ask(rpc, method) {
	return (await (await fetch(`${rpc}/${method}`, { signal: AbortSignal.timeout(callMs) })).json()).result
}
