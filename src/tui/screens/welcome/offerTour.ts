import type { TuiApp } from '../../app/TuiApp.ts'
import { Tour } from './Tour.tsx'

/** How long the tour is offered, in seconds. */
const offered = 60

/**
 * Offers the tour, once in the life of a home: one line in the footer that goes by itself. The palette has it for ever.
 *
 * @param when At once, or when the first greeting of this run is in a block: who is writing is not disturbed.
 */
export function offerTour(app: TuiApp, when: 'now' | 'after-greeting' = 'now'): void {
	if (app.preferences.get('toured')) return
	/** @param said What was just told, and would be hidden. */
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
