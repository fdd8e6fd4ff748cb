import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import type { KeysModel } from '../../../../src/tui/screens/keys/KeysModel.ts'
import { ChainDouble } from '../../support/chainDouble.ts'
import { placesApp } from '../../support/placesApp.ts'

/** An app at its Keys, with those of alice and bob. @param signer the key that signs */
export async function keysApp(
	signer?: string,
): Promise<{ readonly app: TuiApp; readonly model: KeysModel; readonly chain: ChainDouble }> {
	const app = placesApp(signer === undefined ? {} : { key: signer })
	const model = app.screens.find(({ id }) => id === 'keys')!.model as KeysModel
	const chain = new ChainDouble({ keys: ['alice', 'bob'] })
	app.client = chain
	app.set({ status: await chain.status(), phase: 'ready', screen: 'keys', keys: await chain.keys.list() })
	return { app, model, chain }
}
