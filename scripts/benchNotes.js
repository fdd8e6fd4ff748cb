/** Lines of docs/benchmarks.md on where the time of each row goes. Figures are processor time, which a busy machine changes least. */
export const benchNotes = [
	'## Where the time goes',
	'',
	'Processor time of the server, user and system, of all its threads; two cores, Node 20, with other work on the machine.',
	'',
	"- **gRPC.** A query of a module costs 31 to 50 µs, of the newest block 64 to 92, a search of transactions 220; the framework's node takes 41 to 50, 77 and 350. A constant reply through node's HTTP/2 alone costs 27 µs, through `@grpc/grpc-js` 50, through",
	'  `@connectrpc/connect-node` more than 300, so the frames of messages are cut by this program (`src/api/grpc/GrpcCall.ts`). What is left is node: a stream object for each call, its',
	'  collection (a fifth of the time), headers and trailers. One thread answers; a Go node may use every core, so beside a light load on two cores its',
	'  limit is 2 s / 45 µs and ours 1 s / 35 µs. A block is decoded and checked once (`RecentBlocks`): before, that was 250 of 300 µs.',
	'- **Private endpoint.** A call costs 42 µs in the serving thread and 8 in that of the database, an echo 14. Of the 42: what an echo does 14; 8 for counting the bytes of each',
	"  connection, since node's parser then reads through JavaScript and not from the socket; about 4, by a profile, for the transaction of about 48 calls and its way to the other thread;",
	'  the rest is events of request and response, JSON and the lists of the batch. Without the counting of bytes, which bounds the memory that strangers may take, it would be 34.',
	'- **broadcast_tx_sync.** A greeting costs about 300 µs in the thread of the blocks, of which, by the rates of the rows `checkTx` and `deliver`, a check is a third and delivery a half, and 100 in the serving',
	"  thread; 500 in all, blocks included, beside 600 of the framework's node. CheckTx runs one after another, so the row is bounded by that thread while blocks are made.",
	'- **Subscribers.** Tendermint allows 100 clients of 5 queries, so 495 subscriptions are the most. An event is written as JSON once for all of them; a block to 495 costs 12.5 ms, 25 µs',
	'  for each websocket message.',
]
