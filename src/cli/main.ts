import { narrowUmask } from '../util/fileModes.ts'
import { appFlags } from './appFlags.ts'
import { limitMemory } from './limitMemory.ts'
import { processIo } from './processIo.ts'

const argv = process.argv.slice(2)
const flags = appFlags(argv)
if (flags !== undefined) limitMemory(process)
narrowUmask()
const io = processIo()
if (flags === undefined) {
	const { runCli } = await import('./runCli.ts')
	process.exitCode = await runCli(argv, io)
} else {
	const { runAppAlone } = await import('./runApp.ts')
	process.exitCode = await runAppAlone(flags, io)
}
