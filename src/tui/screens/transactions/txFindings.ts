import type { EthereumTx, GasBreakdown, SignatureCheck, TxDetail } from '../../../client/index.ts'
import type { UserError } from '../../../errors/UserError.ts'
import type { TuiApp } from '../../app/TuiApp.ts'

/** What is found out about an opened transaction while it is shown; absent until it is known. */
export interface TxFindings {
	/** Where its gas went, or why that cannot be told. */
	gas?: GasBreakdown | UserError
	/** Per signer, or why they could not be checked. */
	signatures?: readonly SignatureCheck[] | UserError
	/** The Ethereum transactions in it in words, or why they cannot be told. */
	ethereum?: readonly EthereumTx[] | UserError
}

/** Asks where the gas of a transaction went and checks its signatures; the screen is drawn again with each answer. */
export function findOut(app: TuiApp, tx: TxDetail): TxFindings {
	const findings: TxFindings = {}
	const { client } = app
	if (client === undefined) return findings
	app.attempt(
		async () => {
			findings.ethereum = await client.ethereumTxs(tx)
		},
		(error) => {
			findings.ethereum = error
		},
	)
	app.attempt(
		async () => {
			findings.gas = await client.gasTrace(tx.hash)
		},
		(error) => {
			findings.gas = error
		},
	)
	app.attempt(
		async () => {
			// Loaded when first needed: the app starts without the code of signatures.
			const { checkSignatures } = await (await import('../../../client/index.ts')).loadSignatureChecks()
			findings.signatures = await checkSignatures(client, tx)
		},
		(error) => {
			findings.signatures = error
		},
	)
	return findings
}
