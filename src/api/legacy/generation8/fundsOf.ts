import type { Message } from '@bufbuild/protobuf'
import { addressFromText } from '../../../codec/address/address.ts'
import { encodeAminoJson } from '../../../codec/amino/encodeAminoJson.ts'
import type { StdTx } from '../../../codec/amino/stdTx.ts'
import { type Coins, coinsToText } from '../../../codec/coins/coins.ts'
import type { CoinText } from '../../../codec/legacy/accountParts.ts'
import type { MissingFunds } from '../../../codec/legacy/errorText8.ts'
import { messageSigners } from '../../../codec/tx/messageSigners.ts'
import { lockedCoins, readVestingTerms, type VestingTerms } from '../../../codec/vesting/vestedCoins.ts'
import { only } from '../../../errors/attempt.ts'
import type { MsgMultiSend, MsgSend } from '../../../gen/cosmos/bank/v1beta1/tx_pb.js'
import { larger } from '../../../util/order.ts'
import { LegacyFault, type LegacyParts } from '../LegacyAnswer.ts'
import { findAccount } from '../legacyQuery.ts'
import { balancesOf } from './accounts.ts'
import { waitingTxs } from './waitingTxs.ts'

const shortage =
	/^(?:failed to execute message; message index: (\d+): )?(\d+)(\S+) is smaller than (\d+)\S+: insufficient funds/

/**
 * The coins in generation 8's error of insufficient funds: all coins of the account and all requested ones, not only
 * the missing denomination. This chain reports one denomination; the others are read from the state before the
 * transaction.
 * @param log The error of this chain.
 * @param height Height of the state, 0 for the newest.
 * @returns undefined for another error, and if the state is pruned.
 */
export async function fundsOf(
	parts: LegacyParts,
	tx: Pick<StdTx, 'msgs' | 'fee'>,
	log: string,
	height: bigint,
): Promise<MissingFunds | undefined> {
	const match = shortage.exec(log)
	if (match === null) return undefined
	const [, index, have = '', denom = '', wanted = ''] = match
	const [payer] = messageSigners(tx.msgs)
	const isFee = index === undefined
	const paid = isFee ? { sender: payer, coins: tx.fee.amount } : sideOf(tx.msgs[Number(index)], denom, wanted)
	if (paid?.sender === undefined) return undefined
	const committed = await balancesAt(parts, paid.sender, height)
	if (committed === undefined) return undefined
	// A check looks at what is left behind the fees of those that wait.
	const waiting = height === 0n ? await waitingFees(parts, paid.sender) : []
	const balances = waiting.reduce(minus, committed)
	const left = isFee || paid.sender !== payer ? balances : minus(balances, tx.fee.amount)
	// Fees are looked at twice: against all coins, then against those that may be spent.
	const isShortOfAll = isFee && paid.coins.some((coin) => amountIn(balances, coin.denom) < BigInt(coin.amount))
	const locked = isShortOfAll ? [] : await lockedAt(parts, paid.sender, height)
	// This chain tells what may be spent of one denomination. Of the others that follows from the terms of the account.
	const spendable = minus(
		left,
		locked.map(({ denom, amount }) => ({ denom, amount: String(amount) })),
	)
	const isOfVesting = isShortOfAll && (await termsOf(parts, paid.sender)) !== undefined
	const shown = isOfVesting ? balances : withAmount(spendable, denom, have)
	return { have: coinsText(shown), want: coinsText(paid.coins) }
}

/** The fees that an account pays for its transactions that wait. */
async function waitingFees(parts: LegacyParts, address: string): Promise<readonly (readonly CoinText[])[]> {
	const paid = (await waitingTxs(parts)).filter(({ messages }) => messageSigners(messages)[0] === address)
	return paid.map(({ authInfo }) => authInfo.fee?.amount ?? [])
}

interface Side {
	readonly sender: string | undefined
	readonly coins: readonly CoinText[]
}

/** The sender of a message that is short of a denomination, and all that is sent from there. */
function sideOf(message: Message | undefined, denom: string, wanted: string): Side | undefined {
	if (message?.$typeName === 'cosmos.bank.v1beta1.MsgSend') {
		const { fromAddress, amount } = message as MsgSend
		return { sender: fromAddress, coins: amount }
	}
	if (message?.$typeName !== 'cosmos.bank.v1beta1.MsgMultiSend') return undefined
	const { inputs } = message as MsgMultiSend
	const input = inputs.find(({ coins }) => coins.some((coin) => coin.denom === denom && coin.amount === wanted))
	return input && { sender: input.address, coins: input.coins }
}

async function balancesAt(
	parts: LegacyParts,
	address: string,
	height: bigint,
): Promise<readonly CoinText[] | undefined> {
	return balancesOf(parts, address, height).catch(only(LegacyFault, () => undefined))
}

/** The coins of an account that its terms lock in the block after a height, 0 for the newest one's time. */
async function lockedAt(parts: LegacyParts, address: string, height: bigint): Promise<Coins> {
	const terms = await termsOf(parts, address)
	if (terms === undefined) return []
	const { chain } = parts
	const at = height === 0n ? (await chain.status()).height : Number(height) + 1
	const header = await chain.header(at)
	return header === undefined ? [] : lockedCoins(terms, header.time.seconds)
}

async function termsOf(parts: LegacyParts, address: string): Promise<VestingTerms | undefined> {
	const { registry, settings } = parts
	const found = await findAccount(parts, addressFromText(address, settings.prefix), 0n)
	if (found === undefined) return undefined
	return readVestingTerms(JSON.parse(encodeAminoJson(found.account, { registry, brand: settings.aminoBrand })))
}

function amountIn(coins: readonly CoinText[], denom: string): bigint {
	return BigInt(coins.find((coin) => coin.denom === denom)?.amount ?? '0')
}

function minus(coins: readonly CoinText[], less: readonly CoinText[]): readonly CoinText[] {
	return coins.map(({ denom, amount }) => {
		const rest = BigInt(amount) - amountIn(less, denom)
		return { denom, amount: String(larger(rest, 0n)) }
	})
}

function withAmount(coins: readonly CoinText[], denom: string, amount: string): readonly CoinText[] {
	return coins.map((coin) => (coin.denom === denom ? { denom, amount } : coin))
}

/** Coins as that generation printed them, without those of nothing. */
function coinsText(coins: readonly CoinText[]): string {
	return coinsToText(coins.filter(({ amount }) => amount !== '0'))
}
