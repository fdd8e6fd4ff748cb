import type { TuiApp } from '../../app/TuiApp.ts'
import { FirstRun } from './FirstRun.ts'
import { firstKeyForm } from './firstKeyForm.ts'

/**
 * The first run, when there is no key yet and it was not left before: from nothing to a key with coins in three Enters.
 * The first makes the key, the second says its words are written down (the faucet has been asked meanwhile), the third
 * leads to the first greeting. Only where the keys are in a file there is a passphrase to choose besides.
 */
export function offerWelcome(app: TuiApp): void {
	if (app.client === undefined || app.state.keys.length > 0 || app.preferences.get('welcomed')) return
	app.show(firstKeyForm(new FirstRun(app, app.client)))
}
