import type { TxProgress } from '../../../client/index.ts'
import type { Form } from '../../kit/overlays/Form.tsx'
import type { TuiApp } from '../TuiApp.ts'
import { describeProgress, type Outbox } from './Outbox.ts'

/**
 * Sends a transaction from its form, which stays open with all that is typed until the node takes the transaction.
 * @param refused Shows in the form why the node does not take it.
 * @param taken Called before the form closes.
 */
export function sendFromForm(
	app: TuiApp,
	form: Form,
	what: Parameters<Outbox['start']>[0],
	refused: (progress: Extract<TxProgress, { readonly state: 'failed' }>) => void,
	taken: () => void = () => {},
): void {
	const entry = app.outbox.start(what, (progress) => {
		if (!app.state.overlays.includes(form) || progress.state === 'signing') return
		if (progress.state === 'failed') {
			refused(progress)
			app.outbox.remove(entry)
			return
		}
		taken()
		form.close()
	})
	form.busy = describeProgress(entry.progress)
}
