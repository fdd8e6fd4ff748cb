import { defineScreen } from '../../app/defineScreen.ts'
import { tabs } from '../../app/tabs.ts'
import { UpgradeModel } from './UpgradeModel.ts'
import { UpgradeScreen } from './UpgradeScreen.tsx'
import { upgradeCommands } from './upgradeCommands.ts'

/** The rehearsal of the upgrade of a chain from generation 8. */
export const upgradeScreen = defineScreen({
	...tabs.upgrade,
	model: (app) => new UpgradeModel(app),
	commands: upgradeCommands,
	Screen: UpgradeScreen,
})
