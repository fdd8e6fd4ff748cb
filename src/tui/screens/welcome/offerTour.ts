import type { TuiApp } from '../../app/TuiApp.ts'
import { Tour } from './Tour.tsx'

/** Time for which the tour is offered, in seconds. */
const offered = 60

/**
 * Offers the tour once per home: a line in the footer that disappears by itself. The palette always has it.
 * @param when At once, or when the first greeting of this session is in a block, so that writing is not interrupted.
 */
export function offerTour(app: TuiApp, when: 'now' | 'after-greeting' = 'now'): void {
	if (app.preferences.get('toured')) return
	/** @param said The last message, which the offer would hide. */
	const offer = (said = ''): void => {
		app.preferences.set('toured', true)
		app.toast(said === '' ? 'info' : 'good', `${said}New here? W walks you around.`, {
			key: 'W',
			title: 'tour',
			seconds: offered,
			run: () => app.show(new Tour(app)),
		})
	}
	const greeted = (): boolean =>
		app.outbox.entries.some(({ kind, progress }) => kind === 'greeting' && progress.state === 'committed')
	if (when === 'now' || greeted()) {
		offer()
		return
	}
	const stop = app.store.subscribe(() => {
		if (!greeted()) return
		stop()
		offer(`${app.state.toast?.text ?? ''} · `)
	})
}
