// A gateway on the database of the first argument; prints its URL when it listens. The test kills it.
import { startEndpoints } from '../../../src/endpoints/startEndpoints.ts'
import { systemClock } from '../../../src/util/Clock.ts'
import { silentLog } from '../../../src/util/Log.ts'
import { chainAt, quickPasswords } from '../../flow/endpoints/support/service.ts'

const { url } = await startEndpoints({
	listener: { host: '127.0.0.1', port: 0 },
	databaseUrl: process.argv[2] ?? '',
	upstream: chainAt(5_000),
	home: undefined,
	log: silentLog,
	clock: systemClock,
	passwordCost: quickPasswords,
	eager: true,
})
process.stdout.write(`${url}\n`)
