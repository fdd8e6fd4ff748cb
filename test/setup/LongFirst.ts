import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Folders whose tests start programs and wait for them. */
const long = ['test/network/', 'test/tui/e2e/', 'test/crash/', 'test/howto/', 'test/tui/screens/', 'test/flow/']

/**
 * Runs long files first, so that at the end no worker is idle while another has a long file left. Vitest knows the length of
 * a file from an earlier run; the first run of a clone goes by folders.
 */
export class LongFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const sorted = await super.sort(files)
		const place = ({ moduleId, project }: TestSpecification): number => {
			// Files of one project stay together: only then do they share a worker.
			if (project.config.isolate) return -1
			const path = relative(this.ctx.config.root, moduleId)
			const at = long.findIndex((folder) => path.startsWith(folder))
			return at < 0 ? long.length : at
		}
		return sorted.sort((a, b) => place(a) - place(b))
	}
}
