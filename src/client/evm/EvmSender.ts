import { setTimeout as pause } from 'node:timers/promises'
import {
	type Hex,
	keccak256,
	numberToHex,
	serializeTransaction,
	type TransactionReceipt,
	TransactionReceiptNotFoundError,
	type TransactionSerializable,
} from 'viem'
import { getTransactionReceipt, prepareTransactionRequest, sendRawTransaction } from 'viem/actions'
import { evmDenomOf } from '../../codec/coins/evmAmount.ts'
import { UserError } from '../../errors/UserError.ts'
import { toHex } from '../../util/bytes.ts'
import { safeLine, shownInput } from '../../util/shownInput.ts'

import { failureOf } from '../tx/explainFailure.ts'
import { callData, encodedArguments, functionOf } from './callData.ts'
import type { TracedCall } from './callTree.ts'
import { constructorInputs } from './Decoder.ts'
import type { Address, EvmDeploy, EvmProgress, EvmReceipt, EvmSend } from './EvmClient.ts'
import type { EvmSource } from './EvmSource.ts'
import { logsOf, type WireLog } from './logsOf.ts'

/** Interval and limit of the wait for a transaction's block, in milliseconds. */
const betweenLooks = 150
const patience = 600_000

/** A transaction before nonce, gas and prices are known. */
interface Draft {
	readonly to: Address | null
	readonly data: Hex
	readonly value: bigint
	readonly gas: bigint | undefined
}

/** An account that the node lets act without a signature, instead of a key's name. */
const actedAddress = /^0x[0-9a-f]{40}$/

/** Sends Ethereum transactions signed with keys of the keyring, or as an account that needs no signature. */
export class EvmSender {
	readonly #source: EvmSource

	constructor(source: EvmSource) {
		this.#source = source
	}

	/** Calls a function, or sends raw data or coins alone. */
	async *send(keyName: string, { to, fn, args = [], data, value = 0n, gas }: EvmSend): AsyncGenerator<EvmProgress> {
		const { address, decoder, settings } = this.#source
		yield* this.#run(keyName, () => {
			const contract = address(to)
			const encoded = fn && callData(functionOf(fn, args, contract, decoder), args, settings.prefix)
			return { to: contract, data: encoded || (data ?? '0x'), value, gas }
		})
	}

	/** Deploys a contract; the receipt has its address. */
	async *deploy(keyName: string, { artifact, args, value = 0n, gas }: EvmDeploy): AsyncGenerator<EvmProgress> {
		yield* this.#run(keyName, () => {
			if (artifact.bytecode === '0x') {
				throw new UserError(`${artifact.name} has no code to deploy.`, {
					why: 'It is an interface, abstract, or only its ABI was given.',
					next: 'Give the compiled contract.',
				})
			}
			const inputs = constructorInputs(artifact.abi)
			const encoded = encodedArguments(inputs, args, this.#source.settings.prefix, 'The constructor')
			return { to: null, data: `${artifact.bytecode}${encoded.slice(2)}`, value, gas }
		})
	}

	async *#run(keyName: string, draft: () => Draft): AsyncGenerator<EvmProgress> {
		const { client, ask, settings } = this.#source
		yield { state: 'signing' }
		let hash: Hex | undefined
		try {
			const { to, data, value, gas } = draft()
			const isActing = actedAddress.test(keyName)
			const from = isActing ? (keyName as Address) : await this.#address(keyName)
			const tx = await ask(
				() =>
					prepareTransactionRequest(client, {
						account: from,
						chain: null,
						parameters: ['chainId', 'fees', 'gas', 'nonce', 'type'],
						...(to === null ? {} : { to }),
						data,
						value,
						...(gas === undefined ? {} : { gas }),
					}),
				to ?? undefined,
			)
			const limit = tx.gas ?? 0n
			const send = async (): Promise<Hex> => {
				if (isActing) {
					const call = {
						from,
						data,
						value: numberToHex(value),
						gas: numberToHex(limit),
						...(to === null ? {} : { to }),
					}
					return client.request({ method: 'eth_sendTransaction', params: [call] })
				}
				const serializedTransaction = await this.#signed(keyName, tx as unknown as TransactionSerializable)
				return sendRawTransaction(client, { serializedTransaction })
			}
			hash = await ask(send, to ?? undefined)
			const price = tx.maxFeePerGas ?? (tx as { readonly gasPrice?: bigint }).gasPrice ?? 0n
			const denom = evmDenomOf(settings.denom)
			yield { state: 'in-mempool', hash, fee: `${limit * price}${denom}`, gasWanted: limit }
			yield await this.#outcome(hash, limit, denom)
		} catch (error) {
			yield failureOf(error, hash)
		}
	}

	async #address(keyName: string): Promise<Address> {
		const key = await this.#source.keyring.get(keyName)
		if (key?.ethAddress !== undefined) return key.ethAddress as Address
		if (key === undefined) {
			throw new UserError(`There is no key named ${shownInput(keyName)}.`, { next: 'Make or import it first.' })
		}
		throw new UserError(`${key.name} is no Ethereum key.`, {
			why: 'The EVM finds the sender from the signature, and would find another account.',
			next: 'Use an Ethereum key: make one on the Keys screen, or with `chain-tui keys add NAME --algo eth_secp256k1`.',
		})
	}

	async #signed(keyName: string, tx: TransactionSerializable): Promise<Hex> {
		const signature = await this.#source.keyring.signDigest(keyName, keccak256(serializeTransaction(tx), 'bytes'))
		const part = (from: number, to: number): Hex => `0x${toHex(signature.subarray(from, to))}`
		const yParity = signature[64]!
		// A transaction with one gas price is written with v, the others with the parity.
		return serializeTransaction(tx, { r: part(0, 32), s: part(32, 64), v: BigInt(27 + yParity), yParity })
	}

	/** Waits for the block. The reason of a failure is in the result. */
	async #outcome(hash: Hex, limit: bigint, denom: string): Promise<EvmProgress> {
		const receipt = await this.#receipt(hash)
		if (receipt === undefined) {
			throw new UserError('The transaction is in no block yet.', {
				next: 'Where blocks are made by hand, make one; else look again later.',
			})
		}
		if (receipt.status === 'reverted') {
			const reason = await this.#reason(hash, receipt.to ?? undefined)
			throw new UserError('The contract refused the transaction, which is in a block all the same.', {
				why: safeLine(reason),
				next: 'Its gas is paid. Look at its trace.',
			})
		}
		const { chainHashOf, decoder } = this.#source
		const height = Number(receipt.blockNumber)
		const result: EvmReceipt = {
			hash,
			height,
			gasUsed: receipt.gasUsed,
			...(receipt.contractAddress ? { contractAddress: this.#source.address(receipt.contractAddress) } : {}),
			logs: logsOf(receipt.logs.map(wireLog), decoder),
		}
		return {
			state: 'committed',
			hash: (await chainHashOf(hash)) || hash,
			height,
			fee: `${receipt.gasUsed * receipt.effectiveGasPrice}${denom}`,
			gasWanted: limit,
			gasUsed: receipt.gasUsed,
			receipt: result,
		}
	}

	async #receipt(hash: Hex): Promise<TransactionReceipt | undefined> {
		const { client, ask } = this.#source
		const deadline = performance.now() + patience
		for (;;) {
			try {
				return await ask(() => getTransactionReceipt(client, { hash }))
			} catch (error) {
				if (!isNotFound(error)) throw error
				if (performance.now() > deadline) return undefined
				await pause(betweenLooks)
			}
		}
	}

	async #reason(hash: Hex, to: string | undefined): Promise<string> {
		const { client, decoder } = this.#source
		try {
			const request = client.request as (args: { method: string; params: unknown }) => Promise<unknown>
			const params = [hash, { tracer: 'callTracer' }]
			const frame = (await request({ method: 'debug_traceTransaction', params })) as TracedCall
			return decoder.refusal(frame.output ?? '0x', to) ?? frame.revertReason ?? frame.error ?? ''
		} catch {
			// The node has no traces.
			return ''
		}
	}
}

/** Whether it is in no block yet, as viem says it and `ask` words it. */
function isNotFound(error: unknown): boolean {
	return error instanceof UserError && error.cause instanceof TransactionReceiptNotFoundError
}

function wireLog(log: TransactionReceipt['logs'][number]): WireLog {
	return {
		address: log.address,
		topics: log.topics,
		data: log.data,
		blockNumber: numberToHex(log.blockNumber),
		transactionHash: log.transactionHash,
		logIndex: numberToHex(log.logIndex),
	}
}
