import type { TuiApp } from '../../app/TuiApp.ts'
import { FirstRun } from './FirstRun.ts'
import { firstKeyForm } from './firstKeyForm.ts'

/**
 * The first run, if there is no key and the user has not left it before: three presses of Enter lead to a key with
 * coins. The first creates the key, the second confirms that its words are written down (the faucet is asked
 * meanwhile), the third leads to the first greeting. A passphrase is needed only if the keys are in a file.
 */
export function offerWelcome(app: TuiApp): void {
	if (app.client === undefined || app.state.keys.length > 0 || app.preferences.get('welcomed')) return
	app.show(firstKeyForm(new FirstRun(app, app.client)))
}
