import { decodeAbiParameters, getContractAddress, type Hex } from 'viem'
import { checksumAddress } from '../../codec/address/checksumAddress.ts'
import { ethereumReplies } from '../../codec/evm/ethereumReplies.ts'
import { evmValues } from '../../codec/evm/evmValues.ts'
import type { Registry } from '../../codec/registry/createRegistry.ts'
import { tryDecodeTx } from '../../codec/tx/decodeTx.ts'
import { ChainError } from '../../errors/ChainError.ts'
import type { MsgEthereumTx, MsgEthereumTxResponse } from '../../gen/ethermint/evm/v1/tx_pb.js'
import { fromHex, toHex } from '../../util/bytes.ts'
import type { TxDetail, TxEvent } from '../chainTypes.ts'
import type { AbiBook } from './AbiBook.ts'
import { Decoder } from './Decoder.ts'
import type { Address, EthereumTx } from './EvmClient.ts'
import { logsOf } from './logsOf.ts'
import { type EthereumTxData, recoverEthereumSender } from './recoverEthereumSender.ts'

/**
 * Decodes the Ethereum transactions in a transaction of the chain. It needs only bytes, events and reply of the transaction, no
 * Ethereum listener. Returns none for other transactions.
 */
export async function readEthereumTxs(tx: TxDetail, registry: Registry, abis: AbiBook): Promise<readonly EthereumTx[]> {
	const decoder = new Decoder(abis)
	const senders = tx.events.filter(isOfEvm).map((event) => attribute(event, 'sender'))
	const replies = ethereumReplies(tx.data)
	return Promise.all(
		ethereumMessages(tx.raw, registry).map(async (message, index): Promise<EthereumTx> => {
			const data = dataOf(message, registry)
			const reply = replies[index]
			const from = addressOf(senders[index]) ?? (await recoverEthereumSender(data))
			const to = addressOf(data.to)
			const input: Hex = `0x${toHex(data.data)}`
			const call = to === undefined ? undefined : decoder.call(input, to)
			const output: Hex = `0x${toHex(reply?.ret ?? new Uint8Array())}`
			const failed = reply !== undefined && reply.vmError !== ''
			const reason = failed ? decoder.refusal(output, to) : undefined
			return {
				hash: message.hash as Hex,
				from,
				to,
				contract: to === undefined ? '' : (abis.at(to)?.name ?? ''),
				...(to === undefined && from !== undefined && reply !== undefined && !failed
					? { created: getContractAddress({ from, nonce: data.nonce }) }
					: {}),
				nonce: data.nonce,
				value: BigInt(data.value === '' ? 0 : data.value),
				gas: data.gas,
				data: input,
				...(call === undefined ? {} : { call }),
				gave: failed || call === undefined ? [] : given(call.outputs, output),
				...(reply === undefined ? {} : { gasUsed: reply.gasUsed }),
				fault: reply === undefined ? '' : reason === undefined ? reply.vmError : `${reply.vmError}: ${reason}`,
				logs: logsOf((reply?.logs ?? []).map(wireLog), decoder),
			}
		}),
	)
}

function ethereumMessages(raw: Uint8Array, registry: Registry): readonly MsgEthereumTx[] {
	const tx = tryDecodeTx(raw, registry)
	const messages = tx instanceof ChainError ? [] : tx.messages
	return messages.filter((message): message is MsgEthereumTx => message?.$typeName === 'ethermint.evm.v1.MsgEthereumTx')
}

function dataOf(message: MsgEthereumTx, registry: Registry): EthereumTxData {
	return registry.unpack(message.data!, 'txData') as EthereumTxData
}

function given(outputs: Parameters<typeof evmValues>[0], output: Hex): EthereumTx['gave'] {
	try {
		return evmValues(outputs, decodeAbiParameters(outputs, output) as readonly unknown[])
	} catch {
		// It gives nothing, or something else than its ABI says.
		return []
	}
}

function wireLog(log: MsgEthereumTxResponse['logs'][number]): Parameters<typeof logsOf>[0][number] {
	return {
		address: log.address,
		topics: log.topics as Hex[],
		data: `0x${toHex(log.data)}`,
		blockNumber: String(log.blockNumber),
		transactionHash: log.txHash as Hex,
		logIndex: String(log.index),
	}
}

function isOfEvm(event: TxEvent): boolean {
	return event.type === 'message' && attribute(event, 'module') === 'evm'
}

function attribute({ attributes }: TxEvent, wanted: string): string {
	return attributes.find(({ key }) => key === wanted)?.value ?? ''
}

function addressOf(text: string | undefined): Address | undefined {
	const bytes = fromHex((text ?? '').replace(/^0x/i, ''))
	return bytes?.length === 20 ? (checksumAddress(bytes) as Address) : undefined
}
