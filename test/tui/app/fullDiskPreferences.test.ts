import { readdirSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { filePreferences } from '../../../src/tui/app/Preferences.ts'
import { mountedDisk, type SmallDisk } from '../../flow/support/smallDisk.ts'

let disk: SmallDisk | undefined

afterEach(() => {
	disk?.leave(undefined)
	disk?.remove()
	disk = undefined
})

// A limit on the size of files would hit other writers of the process too, which run while preferences are written.
test.runIf(process.getuid?.() === 0)(
	'no preference is lost, and what did not fit is written when there is room',
	async () => {
		disk = mountedDisk()
		const { folder } = disk
		const addresses = Array.from({ length: 200 }, (_, index) => `address ${index}`)
		const names = () => readdirSync(folder).filter((name) => name !== '.filler')
		const before = filePreferences(folder)
		before.set('addresses', addresses)
		before.set('draft', 'old')
		await before.flush()
		const told = { old: 0, fresh: 0 }
		for (const free of Array.from({ length: 9 }, (_, index) => index * 2_048)) {
			const wanted = `draft of ${free} bytes free`
			const preferences = filePreferences(folder)
			disk.leave(free)
			preferences.set('draft', wanted)
			await preferences.flush()
			disk.leave(undefined)
			const kept = filePreferences(folder)
			expect(kept.get('addresses'), `${free} bytes free`).toEqual(addresses)
			if (kept.get('draft') === wanted) told.fresh++
			else told.old++
			expect(names()).toEqual(['preferences.json'])
			await preferences.flush()
			expect(filePreferences(folder).get('draft')).toBe(wanted)
		}
		expect(told.old).toBeGreaterThan(0)
		expect(told.fresh).toBeGreaterThan(0)
	},
)
