import type { EvmProgress, EvmReceipt, TxProgress } from '../../../client/index.ts'
import { describeProgress } from '../../app/signing/Outbox.ts'
import type { SignerNeeds } from '../../app/signing/SignerNeeds.ts'
import type { Form } from '../../kit/overlays/Form.tsx'
import type { ContractsModel } from './ContractsModel.ts'

/** A pending Ethereum transaction. */
interface Sending {
	readonly label: string
	readonly key: string
	readonly progress: () => AsyncIterable<EvmProgress>
	/** Receives the receipt of its block. */
	readonly done: (receipt: EvmReceipt) => void
}

/** Sends from a form, which stays open until the node accepts the transaction and shows any error. */
export function sendToChain(
	{ app }: ContractsModel,
	form: Form,
	needs: SignerNeeds,
	{ label, key, progress, done }: Sending,
): void {
	const entry = app.outbox.start(
		{ kind: 'contract', label, key, options: {}, again: () => told(progress(), done) },
		(step) => follow(step),
	)
	form.busy = describeProgress(entry.progress)

	function follow(step: TxProgress): void {
		if (!app.state.overlays.includes(form) || step.state === 'signing') return
		if (step.state === 'failed') {
			needs.refused(step)
			form.fail(step.problem, step.next)
			app.outbox.remove(entry)
		} else form.close()
	}
}

async function* told(
	progress: AsyncIterable<EvmProgress>,
	done: (receipt: EvmReceipt) => void,
): AsyncGenerator<TxProgress> {
	for await (const step of progress) {
		if (step.state === 'committed') done(step.receipt)
		yield step
	}
}
