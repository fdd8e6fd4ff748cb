import { concatBytes } from '../../util/bytes.ts'

/** Name of the module and of its account, which holds the coins behind all fractions. */
export const evmutilModuleName = 'evmutil'

/** Name of the module's store; `evmutil` would begin with the name of the EVM's. */
export const evmutilStoreKey = 'utilevm'

/** Units of the EVM in one native coin. */
export const unit = 1_000_000_000_000n

/** Prefix of the fractions of addresses. */
export const fractionPrefix = Uint8Array.of(0x00)

/** Key of the remainder, decimal text. */
export const remainderKey = Uint8Array.of(0x01)

/** Key of the rule for new accounts, a text; absent means that all become EthAccounts. */
export const ruleKey = Uint8Array.of(0x02)

/** Key of the fraction of an address. */
export function fractionKey(address: Uint8Array): Uint8Array {
	return concatBytes(fractionPrefix, Uint8Array.of(address.length), address)
}
