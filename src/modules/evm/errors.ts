import { ChainError } from '../../errors/ChainError.ts'
import { evmModuleName } from './keys.ts'

/** The module's errors, codespace `evm` (ethermint v0.14.1 x/evm/types/errors.go). */
export const evmErrors = {
	invalidState: new ChainError(evmModuleName, 2, 'invalid storage state'),
	invalidChainConfig: new ChainError(evmModuleName, 5, 'invalid chain configuration'),
	zeroAddress: new ChainError(evmModuleName, 6, 'invalid zero address'),
	createDisabled: new ChainError(evmModuleName, 10, 'EVM Create operation is disabled'),
	callDisabled: new ChainError(evmModuleName, 11, 'EVM Call operation is disabled'),
	invalidAmount: new ChainError(evmModuleName, 12, 'invalid transaction amount'),
	invalidGasPrice: new ChainError(evmModuleName, 13, 'invalid gas price'),
	invalidGasFee: new ChainError(evmModuleName, 14, 'invalid gas fee'),
	invalidRefund: new ChainError(evmModuleName, 16, 'invalid gas refund amount'),
	invalidGasCap: new ChainError(evmModuleName, 18, 'invalid gas cap'),
	invalidBaseFee: new ChainError(evmModuleName, 19, 'invalid base fee'),
	gasOverflow: new ChainError(evmModuleName, 20, 'gas computation overflow/underflow'),
	invalidAccount: new ChainError(evmModuleName, 21, 'account type is not a valid ethereum account'),
} as const
