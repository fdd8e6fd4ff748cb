export { sdkErrors } from '../errors/ChainError.ts'
export { UserError } from '../errors/UserError.ts'
export type {
	AminoConverter,
	Chain,
	ChainAccount,
	ChainOptions,
	ChainPorts,
	Coin,
	Endpoint,
	MessageType,
} from './Chain.ts'
export type { AminoDocument, DirectDocument, Signed, Signer, SignerAccount } from './Signer.ts'
export { startChain } from './startChain.ts'
