// The only part of the client that screens and commands import. Code that loads slowly is exported as functions that
// load it.

export { getAddressPages } from './actions/accounts.ts'
export { type GasBreakdown, type GasOperation, getGasTrace } from './actions/gasTrace.ts'
export { type AdminClient, adminClient } from './adminClient.ts'
export { placeConnection, remoteConnection } from './askNode.ts'
export type * from './ChainClient.ts'
export type { KeyInfo, KeysClient, TakenKey } from './ChainClient.ts'
export type { SignatureCheck } from './checkSignatures.ts'
export { detectSettings } from './detectSettings.ts'
export type * from './EndpointsClient.ts'
export {
	actionWords,
	allows,
	curlLine,
	curlLines,
	managementRoutes,
	pathNames,
	permissions,
	readField,
	roles,
} from './EndpointsClient.ts'
export type * from './evm/EvmClient.ts'
export type { StdTxAnalysis } from './legacy/analyzeStdTx.ts'
export type { SignerCheck } from './legacy/checkStdSignature.ts'
export type { ProbeOptions } from './places/PlaceAsker.ts'
export {
	apiKeyFault,
	evmChainName,
	isOwn,
	isSameChain,
	ownChainFault,
	ownChainOf,
	ownUrl,
	type Place,
	type PlaceSpeech,
	parsePlaces,
	placeLines,
	placeNamed,
	placeNameFault,
	placeUrl,
	withStandBy,
} from './places/places.ts'
export {
	type ComparedPlace,
	comparePlaces,
	type PlaceBeat,
	type PlaceCheck,
	type PlaceComparison,
	type PlaceReport,
	placeBeat,
	probePlace,
} from './places/probePlace.ts'
export { readPreferences, writePreferences } from './preferencesFile.ts'
export { queryMethod } from './queries/abciQuery.ts'
export { readAccount } from './queries/readAccount.ts'
export type {
	ReplayedRequest,
	RequestDetail,
	RequestSummary,
	RequestsClient,
	Served,
	ServedRequests,
} from './RequestsClient.ts'
export { createRequestsClient } from './RequestsClient.ts'
export { clientOf, type ListenerName, listenerWords, msText, outcomeOf, whatOf } from './requestWords.ts'
export { type PlaceConnectionOptions, protocolWords } from './rpc/placeConnection.ts'
export type { ApiKeySource, RpcConnection } from './rpc/RpcConnection.ts'
export { RpcError } from './rpc/RpcError.ts'
export { checkChain } from './StatusReader.ts'
export {
	type BroadcastResult,
	broadcastAsync,
	broadcastCommit,
	broadcastSync,
	isAlreadyThere,
	txHash,
} from './tx/broadcast.ts'
export { type CostWish, defaultGasAdjustment, estimateCost, feeOf, priceToPay } from './tx/estimate.ts'
export { requiredFee } from './tx/explainFailure.ts'
export { type MultisigMember, MultisigTx } from './tx/MultisigTx.ts'
export { type PreparedTx, prepareTx, type TxCost, type TxDraft, type TxSource, unsignedTx } from './tx/prepare.ts'
export { actingKey, type SignModeName } from './tx/signerInfo.ts'
export { followTxs, type TxFollower } from './tx/TxTracker.ts'
export type { ListedContract } from './upgrade/importContracts.ts'
export type { Upgrade, UpgradeAccount } from './upgrade/readUpgrade.ts'
export type { UpgradeCheck } from './upgrade/rehearsalText.ts'
export type { MigratedChain, Rehearsal } from './upgrade/rehearse.ts'
export { toUserError, withUserErrors } from './withUserErrors.ts'

/** Loads the client of a chain, over any connection (`createChainClient`) or over a node to connect to. */
export const loadChainClient = async () => ({
	...(await import('./createChainClient.ts')),
	...(await import('./connectChain.ts')),
})

/** Loads ABI handling: the stored ABIs and compiler files. */
export const loadAbis = async () => ({
	...(await import('./evm/AbiBook.ts')),
	...(await import('./evm/readArtifacts.ts')),
})

/** Loads the decoder of Ethereum transactions, for commands that ask a node without a client. */
export const loadEthereumTxs = async () => ({
	...(await import('./queries/txDetail.ts')),
	...(await import('./evm/AbiBook.ts')),
	...(await import('./evm/readEthereumTxs.ts')),
})

/** Loads the signing code: CosmJS. */
export const loadSigning = async () => ({ ...(await import('./tx/sign.ts')), ...(await import('./tx/multisig.ts')) })

/** Loads the code that reads legacy transactions and accounts. */
export const loadLegacy = async () => ({
	...(await import('./legacy/analyzeStdTx.ts')),
	...(await import('./legacy/readKnownState.ts')),
	...(await import('./legacy/readAccountForms.ts')),
})

/** Loads what rehearses the upgrade of a chain from generation 8. */
export const loadUpgrade = async () => ({
	...(await import('./upgrade/importNode.ts')),
	...(await import('./upgrade/importContracts.ts')),
	...(await import('./upgrade/readUpgrade.ts')),
	...(await import('./upgrade/rehearse.ts')),
	...(await import('./upgrade/rehearsalText.ts')),
})

/** Loads the check of the signatures of a transaction in a block. */
export const loadSignatureChecks = () => import('./checkSignatures.ts')
