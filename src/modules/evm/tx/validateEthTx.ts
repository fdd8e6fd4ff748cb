import { bitLength } from '../../../codec/coins/parseBigInt.ts'
import { isHexAddress } from '../../../crypto/hexAddress.ts'
import { sdkErrors } from '../../../errors/ChainError.ts'
import { evmErrors } from '../errors.ts'
import { type EthTx, feeOf } from './EthTx.ts'

/** Throws `invalid address` (sdk 7) unless a text is the hex of an address. */
export function assertHexAddress(text: string, name: string): void {
	if (isHexAddress(text)) return
	throw sdkErrors.invalidAddress.wrap(`address '${text}' is not a valid ethereum hex address`).wrap(name)
}

/** Stateless checks of a transaction (ethermint v0.14.1 x/evm/types Validate; EIP-7702). @throws {ChainError} */
export function validateEthTx(tx: EthTx): void {
	if (tx.type >= 2) validateCaps(tx)
	else validatePrice(tx)
	if (tx.type !== 1) assertFee(tx)
	if (tx.value !== undefined) validateAmount(tx.value)
	if (tx.type === 1) assertFee(tx)
	if (tx.toText !== '') assertHexAddress(tx.toText, 'invalid to address')
	if (tx.type !== 0 && tx.chainId === undefined) {
		throw sdkErrors.invalidChainId.wrap('chain ID must be present on AccessList txs')
	}
	if (tx.type !== 4) return
	if (tx.to === undefined) {
		throw sdkErrors.invalidRequest.wrap('EIP-7702 transaction cannot be used to create contract')
	}
	if (tx.authorizations?.length === 0) {
		throw sdkErrors.invalidRequest.wrap('set code tx must have at least one authorization tuple')
	}
}

function validatePrice({ type, gasPrice }: EthTx): void {
	if (gasPrice === undefined) {
		throw evmErrors.invalidGasPrice.wrap(type === 0 ? 'gas price cannot be nil' : 'cannot be nil')
	}
	// The two kinds check in another order; a negative price that is also too long cannot be written down.
	if (gasPrice < 0n) throw evmErrors.invalidGasPrice.wrap(`gas price cannot be negative ${gasPrice}`)
	if (isTooLong(gasPrice)) throw evmErrors.invalidGasPrice.wrap('out of bound')
}

function validateCaps({ gasTipCap: tip, gasFeeCap: cap }: EthTx): void {
	if (tip === undefined) throw evmErrors.invalidGasCap.wrap('gas tip cap cannot nil')
	if (cap === undefined) throw evmErrors.invalidGasCap.wrap('gas fee cap cannot nil')
	if (tip < 0n) throw evmErrors.invalidGasCap.wrap(`gas tip cap cannot be negative ${tip}`)
	if (cap < 0n) throw evmErrors.invalidGasCap.wrap(`gas fee cap cannot be negative ${cap}`)
	if (isTooLong(tip) || isTooLong(cap)) throw evmErrors.invalidGasCap.wrap('out of bound')
	if (cap < tip) {
		throw evmErrors.invalidGasCap.wrap(`max priority fee per gas higher than max fee per gas (${tip} > ${cap})`)
	}
}

function validateAmount(value: bigint): void {
	if (value < 0n) throw evmErrors.invalidAmount.wrap(`amount cannot be negative ${value}`)
	if (isTooLong(value)) throw evmErrors.invalidAmount.wrap('out of bound')
}

function assertFee(tx: EthTx): void {
	if (isTooLong(feeOf(tx))) throw evmErrors.invalidGasFee.wrap('out of bound')
}

function isTooLong(value: bigint): boolean {
	return bitLength(value) > 256
}
